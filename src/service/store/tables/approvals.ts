import { append, closeChain, openChain, type Appended } from '../log/chain.ts';
import { isApprovalRecord, type ApprovalContent } from '../kinds/approvals.ts';
import { newRecordId } from '../record-id.ts';
import { json, number, text } from '../sql/row.ts';
import { listed, mostListed, query, queryOne, type Steps, type Value } from '../sql/statement.ts';
import type { ApprovalOutcome, ApprovalPlace, ApprovalRecord, ApprovalSearch, NewApproval } from '../model/approvals.ts';
import { artifactNumbers, artifactsNumbered } from './artifacts.ts';
import { findFlow } from './flows.ts';

/** Records an approval of an artifact under the next number of its flow. Nothing is begun: the flow and the artifact must be there. */
export function* reportApproval(approval: NewApproval, now: number): Steps<ApprovalOutcome> {
  const chain = yield* openChain(approval.author);
  const outcome = yield* (function* (): Steps<ApprovalOutcome> {
    const { orgId } = approval.author;
    const { environment, fingerprint, flowName, oldestCommit } = approval;
    const flow = yield* findFlow(orgId, flowName);
    if (flow === undefined) return { outcome: 'no-flow' };
    const [artifact] = yield* artifactsNumbered(orgId, yield* artifactNumbers(orgId, { flowName, fingerprint }, 0, 1));
    if (artifact === undefined) return { outcome: 'no-artifact' };
    const { data, trail, trail_id: trailId } = artifact.record;
    const base = oldestCommit === undefined ? undefined : yield* artifactOfCommit(orgId, flow.id, oldestCommit);
    const content: ApprovalContent = {
      kind: 'approval_reported',
      flow: flow.name,
      flow_id: flow.id,
      ...(trail === undefined || trailId === undefined ? {} : { trail, trail_id: trailId }),
      number: (yield* approvalCount(orgId, flow.id)) + 1,
      fingerprint,
      artifact_name: typeof data.filename === 'string' ? data.filename : '',
      base: base ?? fingerprint,
      ...(environment === undefined ? {} : { environment }),
      state: approval.state,
      data: approval.data,
    };
    yield* applyApproval(yield* append(chain, now, newRecordId(), content));
    return { outcome: 'reported', number: content.number };
  })();
  yield* closeChain(chain);
  return outcome;
}

/** What the tables say of an approval from this record on. */
export function* applyApproval({ record, sequence }: Appended<ApprovalContent>): Steps<void> {
  yield* query(
    'insert into approvals (org_id, id, flow_id, number, fingerprint, sequence) values ($1, $2, $3, $4, $5, $6)',
    record.org_id,
    record.id,
    record.flow_id,
    record.number,
    record.fingerprint,
    sequence,
  );
}

/** How many approvals a flow has. */
export function* approvalCount(orgId: string, flowId: string): Steps<number> {
  const row = yield* queryOne('select coalesce(max(number), 0) as count from approvals where org_id = $1 and flow_id = $2', orgId, flowId);
  return row === undefined ? 0 : number(row, 'count');
}

/** Where up to `limit` approvals of a flow are, in the order of their numbers. */
export function* findApprovals(orgId: string, flowId: string, search: ApprovalSearch, limit: number): Steps<readonly ApprovalPlace[]> {
  const args: Value[] = [orgId, flowId];
  const place = (value: Value): string => `$${args.push(value)}`;
  const conditions = ['approvals.org_id = $1', 'approvals.flow_id = $2'];
  const { after, fingerprint, upTo } = search;
  if (fingerprint !== undefined) conditions.push(`approvals.fingerprint = ${place(fingerprint)}`);
  if (after !== undefined) conditions.push(`approvals.number > ${place(after)}`);
  if (upTo !== undefined) conditions.push(`approvals.number <= ${place(upTo)}`);
  const rows = yield* query(
    `select approvals.number, approvals.sequence, octet_length(records.body) as bytes
     from approvals join records on records.org_id = approvals.org_id and records.sequence = approvals.sequence
     where ${conditions.join(' and ')} order by approvals.number limit ${place(limit)}`,
    ...args,
  );
  return rows.map((row) => ({ number: number(row, 'number'), sequence: number(row, 'sequence'), bytes: number(row, 'bytes') }));
}

/** The approvals at some places in the log, in that order; what is no approval is left out. */
export function* approvalsAt(orgId: string, sequences: readonly number[]): Steps<readonly ApprovalRecord[]> {
  if (sequences.length === 0) return [];
  const list = listed(sequences, 1);
  const rows = yield* query(
    `select sequence, body from records where org_id = $1 and sequence in ${list.sql} and kind = 'approval_reported'`,
    orgId,
    ...list.args,
  );
  const found = new Map(rows.map((row) => [number(row, 'sequence'), row]));
  return sequences.flatMap((sequence) => {
    const row = found.get(sequence);
    return row === undefined ? [] : json(row, 'body', isApprovalRecord);
  });
}

/** The fingerprint of the flow's artifact of a commit, the latest where it has several. */
function* artifactOfCommit(orgId: string, flowId: string, commit: string): Steps<string | undefined> {
  const row = yield* queryOne(
    'select fingerprint from artifacts where org_id = $1 and commit_sha = $2 and flow_id = $3 order by number desc limit 1',
    orgId,
    commit,
    flowId,
  );
  return row === undefined ? undefined : text(row, 'fingerprint');
}

/** Most artifacts that are read of a thousand commits: more are not named. */
const mostArtifacts = 10_000;

/** The fingerprints of the flow's artifacts of each of some commits, in the order of their first report. */
export function* artifactsOfCommits(
  orgId: string,
  flowId: string,
  commits: readonly string[],
): Steps<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, Set<string>>();
  for (let at = 0; at < commits.length; at += mostListed) {
    const list = listed(commits.slice(at, at + mostListed), 2);
    const rows = yield* query(
      `select commit_sha, fingerprint from artifacts where org_id = $1 and flow_id = $2 and commit_sha in ${list.sql}
       order by commit_sha, number limit ${mostArtifacts}`,
      orgId,
      flowId,
      ...list.args,
    );
    for (const row of rows) {
      const commit = text(row, 'commit_sha');
      found.set(commit, (found.get(commit) ?? new Set()).add(text(row, 'fingerprint')));
    }
  }
  return new Map([...found].map(([commit, fingerprints]) => [commit, [...fingerprints]]));
}
