import { approvalState } from '../../../compliance/index.ts';
import type { Approval, ApprovalInput, ApprovalReported } from '../../../contract/index.ts';
import { given, listAt, withoutNulls } from '../../../text/index.ts';
import type { Evidence } from '../../context.ts';
import type { View } from '../../evidence/links.ts';
import { inPortions, inSteps, type AskedPage, type Sequenced } from '../../evidence/listing.ts';
import { noArtifact, noSuch, notFound, refuseBlank } from '../../evidence/refusal.ts';
import type { Author, Org } from '../../log/chain.ts';
import { findEnvironment } from '../environments/use.ts';
import { findFlow } from '../flows/use.ts';
import type { ApprovalRecord } from './tables.ts';

const foundAtOnce = 500;

export async function reportApproval(
  { store }: Evidence,
  author: Author,
  flowName: string,
  input: ApprovalInput,
): Promise<View<ApprovalReported>> {
  const fingerprint = input.artifact_fingerprint;
  for (const [index, { approved_by: by }] of (input.approvals ?? []).entries())
    refuseBlank(`approvals[${index}].approved_by`, by, 'who decided');
  const state = approvalState(input.approvals ?? []);
  const result = await store.reportApproval({
    author,
    flowName,
    fingerprint,
    ...given({ environment: input.environment ?? undefined, oldestCommit: input.oldest_commit ?? undefined }),
    state,
    data: withoutNulls(input),
  });
  switch (result.outcome) {
    case 'no-flow':
      throw noSuch('flow', author.orgName, flowName);
    case 'no-artifact':
      throw noArtifact(author.orgName, flowName, fingerprint);
    case 'reported':
      return { ...input, release_number: result.number, state };
  }
}

/** Operation 8: every approval of an artifact, the oldest first. */
export async function approvalsOfArtifact(
  evidence: Evidence,
  org: Org,
  flowName: string,
  fingerprint: string,
): Promise<AsyncIterable<ApprovalView>> {
  const flow = await findFlow(evidence, org, flowName);
  const [known] = await evidence.store.artifactNumbers(org.orgId, { flowName, fingerprint }, 0, 1);
  if (known === undefined) throw noArtifact(org.orgName, flowName, fingerprint);
  return everyApproval(evidence, org.orgId, flow.id, fingerprint);
}

async function* everyApproval(evidence: Evidence, orgId: string, flowId: string, fingerprint: string): AsyncIterable<ApprovalView> {
  const read = (after: number, limit: number) => evidence.store.findApprovals(orgId, flowId, { fingerprint, after }, limit);
  for await (const found of inSteps(0, foundAtOnce, read, ({ number }) => number)) yield* viewsOf(evidence, orgId, found);
}

/** One page of the approvals of a flow, the latest first. */
export async function listApprovals(
  evidence: Evidence,
  org: Org,
  flowName: string,
  { page, perPage }: AskedPage,
): Promise<AsyncIterable<ApprovalView>> {
  const { store } = evidence;
  const flow = await findFlow(evidence, org, flowName);
  // Approvals are numbered without a gap, so that a page begins at a number.
  const upTo = (await store.approvalCount(org.orgId, flow.id)) - (page - 1) * perPage;
  const found = upTo < 1 ? [] : await store.findApprovals(org.orgId, flow.id, { after: upTo - perPage, upTo }, perPage);
  return viewsOf(evidence, org.orgId, found.toReversed());
}

async function* viewsOf({ store }: Evidence, orgId: string, found: readonly Sequenced[]): AsyncGenerator<ApprovalView> {
  for await (const record of inPortions(found, (sequences) => store.approvalsAt(orgId, sequences))) yield approvalView(record);
}

/** One approval of a flow; a negative number counts from the latest, which is -1. Its commits come with their artifacts. */
export async function getApproval(evidence: Evidence, org: Org, flowName: string, asked: number): Promise<View<Approval, 'description'>> {
  const { store } = evidence;
  const flow = await findFlow(evidence, org, flowName);
  const number = asked < 0 ? (await store.approvalCount(org.orgId, flow.id)) + 1 + asked : asked;
  const found = await store.findApprovals(org.orgId, flow.id, { after: number - 1, upTo: number }, 1);
  const [view] = await Array.fromAsync(viewsOf(evidence, org.orgId, found));
  if (view === undefined) {
    const fix = 'Approvals are numbered from 1; -1 is the latest.';
    throw notFound(`There is no approval ${asked} in the flow '${flowName}' of the organization '${org.orgName}'.`, fix);
  }
  const fingerprints = await store.artifactsOfCommits(org.orgId, flow.id, view.src_commit_list);
  const commits = view.src_commit_list.map((sha) => ({ commit_sha: sha, artifact_fingerprints: fingerprints.get(sha) ?? [] }));
  return { ...view, src_commit_list: commits };
}

/** The commit of the flow's artifact that started last in an environment; `null` if none runs there. */
export async function getRunningCommit(evidence: Evidence, org: Org, flowName: string, environmentName: string) {
  const flow = await findFlow(evidence, org, flowName);
  const environment = await findEnvironment(evidence, org, environmentName);
  // A logical environment runs what its parts run.
  const ids = environment.type === 'logical' ? environment.included : [environment.id];
  return { commit_sha: (await evidence.store.runningCommit(org.orgId, flow.id, ids)) ?? null };
}

/** An approval as its readers see it. The approver is what the caller claims; `reported_by` is proven. */
type ApprovalView = View<Approval, 'description'> & { readonly src_commit_list: readonly string[] };

function approvalView({ data, ...record }: ApprovalRecord): ApprovalView {
  return {
    release_number: record.number,
    state: record.state,
    base_artifact: record.base,
    artifact_name: record.artifact_name,
    target_artifact: record.fingerprint,
    environment: record.environment ?? null,
    description: data.description,
    src_commit_list: (listAt(data, 'src_commit_list') ?? []).filter((commit) => typeof commit === 'string'),
    created_at: record.created_at,
    // A record does not change: a later decision makes another record.
    last_modified_at: record.created_at,
    approvals: (listAt(data, 'approvals') ?? []).map((said) => ({ ...Object(said), timestamp: record.created_at })),
    user_data: data.user_data ?? {},
    reported_by: record.reported_by,
  };
}
