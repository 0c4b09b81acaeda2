import { approvalState } from '../../compliance/index.ts';
import type { ApprovalInput, Approval, ApprovalReported } from '../../contract/index.ts';
import type { Author, Org } from '../store/log/chain.ts';
import { portions } from '../store/portions.ts';
import type { ApprovalRecord, ApprovalSearch } from '../store/model/approvals.ts';
import { approvalView, withArtifacts, type ApprovalView } from './approval-view.ts';
import type { Evidence } from './context.ts';
import { noApproval, noArtifact, noEnvironment, noFlow } from './not-found.ts';
import { withoutNulls } from './without-nulls.ts';
import type { View } from './view.ts';

/** Approvals whose places are read at once. */
const placesAtOnce = 500;

/** Records an approval, or the request for one, under the next number of its flow. */
export async function reportApproval(
  { store }: Evidence,
  author: Author,
  flowName: string,
  input: ApprovalInput,
): Promise<View<ApprovalReported>> {
  const { artifact_fingerprint: fingerprint, environment, oldest_commit: oldestCommit } = input;
  const state = approvalState(input.approvals ?? []);
  const result = await store.reportApproval({
    author,
    flowName,
    fingerprint,
    ...(typeof environment === 'string' ? { environment } : {}),
    ...(typeof oldestCommit === 'string' ? { oldestCommit } : {}),
    state,
    data: withoutNulls(input),
  });
  switch (result.outcome) {
    case 'no-flow':
      throw noFlow(author.orgName, flowName);
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
  const { store } = evidence;
  const flow = await store.findFlow(org.orgId, flowName);
  if (flow === undefined) throw noFlow(org.orgName, flowName);
  const [known] = await store.artifactNumbers(org.orgId, { flowName, fingerprint }, 0, 1);
  if (known === undefined) throw noArtifact(org.orgName, flowName, fingerprint);
  return viewsFrom(evidence, org.orgId, flow.id, { fingerprint });
}

async function* viewsFrom(evidence: Evidence, orgId: string, flowId: string, search: ApprovalSearch): AsyncIterable<ApprovalView> {
  for (let after = search.after ?? 0; ;) {
    const places = await evidence.store.findApprovals(orgId, flowId, { ...search, after }, placesAtOnce);
    for await (const record of recordsAt(evidence, orgId, places)) yield approvalView(record);
    const last = places.at(-1);
    if (last === undefined || places.length < placesAtOnce) return;
    after = last.number;
  }
}

/** One page of the approvals of a flow, the latest first. */
export async function listApprovals(
  evidence: Evidence,
  org: Org,
  flowName: string,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<AsyncIterable<ApprovalView>> {
  const { store } = evidence;
  const flow = await store.findFlow(org.orgId, flowName);
  if (flow === undefined) throw noFlow(org.orgName, flowName);
  // Approvals are numbered without a gap, so that a page begins at a number.
  const upTo = (await store.approvalCount(org.orgId, flow.id)) - (page - 1) * perPage;
  const places = upTo < 1 ? [] : await store.findApprovals(org.orgId, flow.id, { after: upTo - perPage, upTo }, perPage);
  return (async function* () {
    for await (const record of recordsAt(evidence, org.orgId, places.toReversed())) yield approvalView(record);
  })();
}

/** The records at some places, in that order; a few at once, because one may be megabytes. */
async function* recordsAt(
  { store }: Evidence,
  orgId: string,
  places: readonly { readonly sequence: number; readonly bytes: number }[],
): AsyncIterable<ApprovalRecord> {
  for (const portion of portions(places)) {
    yield* await store.approvalsAt(
      orgId,
      portion.map(({ sequence }) => sequence),
    );
  }
}

/** One approval of a flow; a negative number counts from the latest, which is -1. Its commits come with their artifacts. */
export async function getApproval({ store }: Evidence, org: Org, flowName: string, asked: number): Promise<View<Approval, 'description'>> {
  const flow = await store.findFlow(org.orgId, flowName);
  if (flow === undefined) throw noFlow(org.orgName, flowName);
  const number = asked < 0 ? (await store.approvalCount(org.orgId, flow.id)) + 1 + asked : asked;
  const places = await store.findApprovals(org.orgId, flow.id, { after: number - 1, upTo: number }, 1);
  const [record] = await store.approvalsAt(
    org.orgId,
    places.map(({ sequence }) => sequence),
  );
  if (record === undefined) throw noApproval(org.orgName, flowName, asked);
  const view = approvalView(record);
  return { ...view, src_commit_list: withArtifacts(view, await store.artifactsOfCommits(org.orgId, flow.id, view.src_commit_list)) };
}

/** The commit of the flow's artifact that started last in an environment; `null` if none runs there. */
export async function getRunningCommit(
  { store }: Evidence,
  org: Org,
  flowName: string,
  environmentName: string,
): Promise<{ readonly commit_sha: string | null }> {
  const flow = await store.findFlow(org.orgId, flowName);
  if (flow === undefined) throw noFlow(org.orgName, flowName);
  const environment = await store.findEnvironment(org.orgId, environmentName);
  if (environment === undefined) throw noEnvironment(org.orgName, environmentName);
  // A logical environment runs what its parts run.
  const ids = environment.type === 'logical' ? environment.included : [environment.id];
  return { commit_sha: (await store.runningCommit(org.orgId, flow.id, ids)) ?? null };
}
