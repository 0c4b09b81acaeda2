import { listApprovals, listArtifacts, wholeListing, searchSha, type Call } from '../../client/index.ts';
import type { Artifact } from '../../contract/index.ts';
import { ContractError, ResponseError } from '../../errors/index.ts';
import {
  flowsFound,
  type ApprovalsAnswer,
  type ArtifactQuestion,
  type ArtifactsAnswer,
  type ArtifactReport,
  type ReportsAnswer,
} from '../../gate/index.ts';
import { given, stringAt } from '../../text/index.ts';
import { answerOrFault } from '../run/fault.ts';
import { flowNow, otherFlow } from './flow-now.ts';
import { inTurns } from './in-turns.ts';
import { readCurrent } from './read-current.ts';

/** Finds the flow's artifacts with the fingerprint. Where the flow was renamed, the question comes back with its current name. */
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
 * Every report of an artifact in the organization: those of its flow, and those of the other flows that a search names (operation 7). Where
 * that may miss some, the whole organization is listed (operation 3).
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
