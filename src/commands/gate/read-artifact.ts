import { findAttestations, getArtifact, isNotThere, listApprovals, listArtifacts, searchSha, wholeListing } from '../../client/index.ts';
import type { Call } from '../../client/index.ts';
import type { Artifact } from '../../contract/index.ts';
import { ContractError, ResponseError } from '../../errors/index.ts';
import {
  flowsFound,
  isName,
  trailsOfCommit,
  type ApprovalsAnswer,
  type ArtifactQuestion,
  type ArtifactReport,
  type ArtifactsAnswer,
  type CommitAnswers,
  type CommitQuestion,
  type CommitRecordsAnswer,
  type ReportsAnswer,
  type SearchAnswer,
  type TemplatesOfArtifact,
} from '../../gate/index.ts';
import { given, stringAt } from '../../text/index.ts';
import { answerOrFault, ifThere } from '../run/fault.ts';
import { flowNow, inTurns, otherFlow } from './read-trail.ts';

/** Asked on the trail because no list has it. Empty where the service has no such answer. */
async function readCurrent(
  call: Call,
  { fingerprint, flow, org, trail }: Readonly<Record<'org' | 'flow' | 'trail' | 'fingerprint', string>>,
): Promise<TemplatesOfArtifact> {
  const found = await ifThere(getArtifact(call, { org, flow_name: flow, fingerprint }, { trail }));
  if (found === undefined) return {};
  const { current = null, own_template = null, template_version = null, trail_name: other } = found;
  if (other === trail) return { current, own_template, template_version };
  throw new ContractError('wrong-shape', `The artifact ${fingerprint} on trail ${trail} was asked for, and that of trail ${other} came`, {
    expected: `the artifact on trail ${trail}`,
    fix: 'Look at base-url: a cache or a proxy may have mixed up two answers',
  });
}

/** All that the service knows of a commit (operations 7 and 2). The question comes back with the current name of a flow that was renamed. */
export async function readCommit(
  call: Call,
  question: CommitQuestion,
): Promise<{ readonly question: CommitQuestion; readonly found: CommitAnswers }> {
  const [search, records] = await Promise.all([searchCommit(call, question), recordsAt(call, question)]);
  const { flow, org } = question;
  // Everything that is found carries the name that its flow has now, and a filter by an earlier name may find nothing.
  const isOfNone = flow !== undefined && trailsOfCommit({ search, records }, question).length === 0;
  const renamed = isOfNone ? await flowNow(call, { org, flow }) : undefined;
  if (renamed === undefined) return { question, found: { records, search: await withCurrent(call, search, question) } };
  const now = { ...question, flow: renamed };
  return { question: now, found: { records: await recordsAt(call, now), search: await withCurrent(call, search, now) } };
}

function searchCommit(call: Call, { commit, org }: CommitQuestion): Promise<SearchAnswer> {
  return answerOrFault(async () => {
    try {
      return { kind: 'found', result: await searchSha(call, { org, search_value: commit }) };
    } catch (error) {
      // A service that searches names the commit that it does not know; one without the operation cannot.
      if (isNotThere(error) && error.status === 404 && error.serverMessage?.toLowerCase().includes(commit) === true)
        return { kind: 'nothing' };
      throw error;
    }
  });
}

async function withCurrent(call: Call, search: SearchAnswer, { flow: of, org }: CommitQuestion): Promise<SearchAnswer> {
  if (search.kind !== 'found') return search;
  return answerOrFault(async () => {
    const artifacts = await inTurns(search.result.artifacts, async (artifact) => {
      const { fingerprint, flow, trail } = artifact;
      const onTrail = isName(flow) && isName(trail) && (of === undefined || flow === of);
      return onTrail ? { ...artifact, ...(await readCurrent(call, { org, flow, trail, fingerprint })) } : artifact;
    });
    return { ...search, result: { ...search.result, artifacts } };
  });
}

function recordsAt(call: Call, { commit, flow, org }: CommitQuestion): Promise<CommitRecordsAnswer> {
  return answerOrFault(async () => {
    const search = { commit_list: [commit], ...given({ flow_name: flow }) };
    return { kind: 'records', records: (await findAttestations(call, { org }, search)).get(commit) ?? [] };
  });
}

/** Where the flow was renamed, the question comes back with its current name. */
export async function readArtifacts(
  call: Call,
  question: ArtifactQuestion,
): Promise<{ readonly question: ArtifactQuestion; readonly answer: ArtifactsAnswer }> {
  const answer = await artifactsOf(call, question);
  const flow = answer.kind === 'failed' && answer.fault.code === otherFlow ? await flowNow(call, question) : undefined;
  if (flow === undefined) return { question, answer };
  const now = { ...question, flow };
  return { question: now, answer: await artifactsOf(call, now) };
}

function artifactsOf(call: Call, question: ArtifactQuestion): Promise<ArtifactsAnswer> {
  const { fingerprint, flow, org } = question;
  return answerOrFault(async () => {
    const artifacts = await artifactsIn(call, question, flow);
    const other = artifacts.map((artifact) => stringAt(artifact, 'flow_name')).find((name) => name !== undefined && name !== flow);
    if (other !== undefined) {
      throw new ContractError(otherFlow, `The list of the artifacts of flow ${flow} holds one of flow ${other}`, {
        expected: `artifacts of flow ${flow}`,
        fix: 'Look at base-url: a cache or a proxy may have mixed up two answers',
      });
    }
    const now = await inTurns(artifacts, async (artifact) => {
      const { trail_name: trail } = artifact;
      const onTrail = typeof trail === 'string' && trail !== '';
      return onTrail ? { ...artifact, ...(await readCurrent(call, { org, flow, trail, fingerprint })) } : artifact;
    });
    return { kind: 'artifacts', artifacts: now };
  });
}

/** The artifacts with the fingerprint, of a flow or the organization (operation 3). A listing that changes or is cut is a fault. */
export async function artifactsIn(
  call: Call,
  { fingerprint, org }: ArtifactQuestion,
  flow: string | undefined,
): Promise<readonly Artifact[]> {
  const all = await wholeListing(
    (page, per_page) => listArtifacts(call, { org }, { ...given({ flow_name: flow }), page, per_page }),
    ({ fingerprint: of, id, trail_name: trail }) => id ?? JSON.stringify([of, trail]),
    `The list of the artifacts of ${flow === undefined ? `organization ${org}` : `flow ${flow}`}`,
  );
  return all.filter(({ fingerprint: of }) => of.toLowerCase() === fingerprint);
}

export function readApprovals(call: Call, { fingerprint, flow, org }: ArtifactQuestion): Promise<ApprovalsAnswer> {
  return answerOrFault(async () => ({
    kind: 'approvals',
    approvals: await listApprovals(call, { org, flow_name: flow, fingerprint }),
  }));
}

/**
 * Those of its flow, and those of the other flows that a search names (operation 7). Where that may miss some, the whole organization is
 * listed (operation 3).
 */
export function readReports(call: Call, question: ArtifactQuestion, ofFlow: readonly Artifact[]): Promise<ReportsAnswer> {
  return answerOrFault(async () => {
    const flows = await flowsWith(call, question);
    const elsewhere = flows === undefined ? await inOrganization(call, question) : await inFlows(call, question, flows);
    return { kind: 'reports', reports: [...ofFlow.map((artifact) => ({ flow: question.flow, artifact })), ...elsewhere] };
  });
}

async function flowsWith(call: Call, question: ArtifactQuestion): Promise<readonly string[] | undefined> {
  try {
    return flowsFound(await searchSha(call, { org: question.org, search_value: question.fingerprint }), question);
  } catch (error) {
    if (error instanceof ResponseError || error instanceof ContractError) return undefined;
    throw error;
  }
}

async function inFlows(call: Call, question: ArtifactQuestion, flows: readonly string[]): Promise<readonly ArtifactReport[]> {
  const reports: ArtifactReport[] = [];
  for (const flow of flows) {
    if (flow === question.flow) continue;
    for (const artifact of await artifactsIn(call, question, flow)) reports.push({ flow, artifact });
  }
  return reports;
}

async function inOrganization(call: Call, question: ArtifactQuestion): Promise<readonly ArtifactReport[]> {
  const all = await artifactsIn(call, question, undefined);
  return all.map((artifact) => ({ flow: stringAt(artifact, 'flow_name'), artifact }));
}
