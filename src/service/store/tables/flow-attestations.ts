import { recordEntry, type FlowSearch, type RecordEntry } from '../model/attestations.ts';
import { readAll, readCount } from '../sql/row.ts';
import { sql, when, where, type Sql, type Steps } from '../sql/sql.ts';

/** How many attestations a flow has, between two moments if they are given. */
export function* flowAttestationCount(orgId: string, search: FlowSearch): Steps<number> {
  return yield* readCount(sql`select count(*) as count from attestations ${wanted(orgId, search)}`);
}

/** The places in the log of up to `limit` of them after the first `skip`, newest first, and the approximate size of each. */
export function* flowAttestations(orgId: string, search: FlowSearch, skip: number, limit: number): Steps<readonly RecordEntry[]> {
  // The page first: the rows before it need no record.
  const page = sql`select attestations.sequence from attestations ${wanted(orgId, search)}
    order by attestations.created_at desc limit ${limit} offset ${skip}`;
  const found = yield* readAll(
    recordEntry,
    sql`select page.sequence, octet_length(records.body) as bytes
      from (${page}) as page join records on records.org_id = ${orgId} and records.sequence = page.sequence`,
  );
  return found.toSorted((one, other) => other.sequence - one.sequence);
}

function wanted(orgId: string, { flowName, from, to }: FlowSearch): Sql {
  return where(
    { 'attestations.org_id': orgId, 'attestations.flow_id': sql`(select id from flows where org_id = ${orgId} and name = ${flowName})` },
    when(from, (moment) => sql`attestations.created_at >= ${moment}`),
    when(to, (moment) => sql`attestations.created_at <= ${moment}`),
  );
}
