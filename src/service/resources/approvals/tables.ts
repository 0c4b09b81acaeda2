import { given } from '../../../text/index.ts';
import { append, type Appended, type Author, type Chain } from '../../log/chain.ts';
import { ofKind } from '../../log/read-log.ts';
import type { Header, Sent } from '../../record/kind.ts';
import { column, jsonOf, number, readAll, readCount, readInOrder, readListed, readOne, reader, text } from '../../sql/row.ts';
import { insert, send, sql, when, where, type Steps } from '../../sql/sql.ts';
import { artifactNumbers, artifactsNumbered } from '../artifacts/tables.ts';
import { findFlow } from '../flows/tables.ts';
import { approvalReported, type ApprovalContent } from './record.ts';

export type ApprovalRecord = Header & ApprovalContent;

export interface NewApproval {
  readonly author: Author;
  readonly flowName: string;
  readonly fingerprint: string;
  /** Absent if it is valid everywhere. */
  readonly environment?: string;
  /** The commit that the approved ones come after. */
  readonly oldestCommit?: string;
  readonly state: ApprovalContent['state'];
  readonly data: Sent;
}

type ApprovalOutcome =
  | { readonly outcome: 'reported'; readonly number: number }
  | { readonly outcome: 'no-flow' }
  | { readonly outcome: 'no-artifact' };

/** The filter of a search for approvals of a flow: those of one artifact, or those with a number in `(after, upTo]`. */
interface ApprovalSearch {
  readonly fingerprint?: string;
  readonly after?: number;
  readonly upTo?: number;
}

/** An approval without its record: its number in its flow, the place of the record in the log, and its approximate size. */
const approvalEntry = reader({ number, sequence: number, bytes: number });
type ApprovalEntry = ReturnType<typeof approvalEntry>;

/** Records an approval under the next number of its flow. The flow and the artifact must exist. */
export function* reportApproval(chain: Chain, approval: NewApproval): Steps<ApprovalOutcome> {
  const { orgId } = chain.author;
  const { environment, fingerprint, flowName, oldestCommit } = approval;
  const flow = yield* findFlow(orgId, flowName);
  if (flow === undefined) return { outcome: 'no-flow' };
  const [artifact] = yield* artifactsNumbered(orgId, yield* artifactNumbers(orgId, { flowName, fingerprint }, 0, 1));
  if (artifact === undefined) return { outcome: 'no-artifact' };
  const { data, trail, trail_id } = artifact.record;
  const base = oldestCommit === undefined ? undefined : yield* artifactOfCommit(orgId, flow.id, oldestCommit);
  const content: ApprovalContent = {
    kind: 'approval_reported',
    flow: flow.name,
    flow_id: flow.id,
    ...given({ trail, trail_id }),
    number: (yield* approvalCount(orgId, flow.id)) + 1,
    fingerprint,
    artifact_name: typeof data.filename === 'string' ? data.filename : '',
    base: base ?? fingerprint,
    ...given({ environment }),
    state: approval.state,
    data: approval.data,
  };
  yield* applyApproval(yield* append(chain, content));
  return { outcome: 'reported', number: content.number };
}

export function* applyApproval({ record, sequence }: Appended<ApprovalContent>): Steps<void> {
  yield* send(
    insert('approvals', {
      org_id: record.org_id,
      id: record.id,
      flow_id: record.flow_id,
      number: record.number,
      fingerprint: record.fingerprint,
      sequence,
    }),
  );
}

export const approvalCount = (orgId: string, flowId: string) =>
  readCount(sql`select coalesce(max(number), 0) as count from approvals where org_id = ${orgId} and flow_id = ${flowId}`);

/** Up to `limit` approvals of a flow, in the order of their numbers. */
export function* findApprovals(orgId: string, flowId: string, search: ApprovalSearch, limit: number): Steps<readonly ApprovalEntry[]> {
  const { after, fingerprint, upTo } = search;
  const wanted = where(
    { 'approvals.org_id': orgId, 'approvals.flow_id': flowId, 'approvals.fingerprint': fingerprint },
    when(after, (number) => sql`approvals.number > ${number}`),
    when(upTo, (number) => sql`approvals.number <= ${number}`),
  );
  return yield* readAll(
    approvalEntry,
    sql`select approvals.number, approvals.sequence, octet_length(records.body) as bytes
      from approvals join records on records.org_id = approvals.org_id and records.sequence = approvals.sequence
      ${wanted} order by approvals.number limit ${limit}`,
  );
}

/** The approvals at some places in the log, in that order; other records are left out. */
export const approvalsAt = (orgId: string, sequences: readonly number[]) =>
  readInOrder(
    column('body', jsonOf(approvalReported.check)),
    'sequence',
    sequences,
    (list) => sql`select sequence, body from records where org_id = ${orgId} and sequence in ${list} and ${ofKind('approval_reported')}`,
  );

/** The fingerprint of the flow's artifact of a commit, the latest if it has several. */
const artifactOfCommit = (orgId: string, flowId: string, commit: string) =>
  readOne(
    column('fingerprint', text),
    sql`select fingerprint from artifacts where org_id = ${orgId} and commit_sha = ${commit} and flow_id = ${flowId}
      order by number desc limit 1`,
  );

/** The most artifacts that are read for a thousand commits; any others are not named. */
const mostArtifacts = 10_000;

/** The fingerprints of the flow's artifacts of each of some commits, in the order of their first report. */
export function* artifactsOfCommits(
  orgId: string,
  flowId: string,
  commits: readonly string[],
): Steps<ReadonlyMap<string, readonly string[]>> {
  const found = yield* readListed(
    reader({ commitSha: text, fingerprint: text }),
    commits,
    (list) => sql`select commit_sha, fingerprint from artifacts
      where org_id = ${orgId} and flow_id = ${flowId} and commit_sha in ${list} order by commit_sha, number limit ${mostArtifacts}`,
  );
  const byCommit = Map.groupBy(found, ({ commitSha }) => commitSha);
  return new Map([...byCommit].map(([commit, rows]) => [commit, [...new Set(rows.map(({ fingerprint }) => fingerprint))]]));
}
