import { number } from '../sql/row.ts';
import { query, queryOne, type Steps, type Value } from '../sql/statement.ts';
import type { FlowSearch } from '../model/attestations.ts';

/** How many attestations of a flow there are, between two moments where they are said. */
export function* flowAttestationCount(orgId: string, search: FlowSearch): Steps<number> {
  const { args, where } = conditionsOf(orgId, search);
  const row = yield* queryOne(`select count(*) as count from attestations where ${where}`, ...args);
  return row === undefined ? 0 : number(row, 'count');
}

/** The places in the log of up to `limit` of them behind the first `skip`, newest first, and about how large each is. */
export function* flowAttestations(
  orgId: string,
  search: FlowSearch,
  skip: number,
  limit: number,
): Steps<readonly { readonly sequence: number; readonly bytes: number }[]> {
  const { args, where } = conditionsOf(orgId, search);
  const rows = yield* query(
    `select attestations.sequence, octet_length(records.body) as bytes
     from attestations join records on records.org_id = attestations.org_id and records.sequence = attestations.sequence
     where ${where} order by attestations.created_at desc limit $${args.length + 1} offset $${args.length + 2}`,
    ...args,
    limit,
    skip,
  );
  return rows.map((row) => ({ sequence: number(row, 'sequence'), bytes: number(row, 'bytes') }));
}

function conditionsOf(orgId: string, { flowName, from, to }: FlowSearch): { readonly where: string; readonly args: readonly Value[] } {
  const args: Value[] = [orgId, flowName];
  const conditions = ['attestations.org_id = $1', 'attestations.flow_id = (select id from flows where org_id = $1 and name = $2)'];
  if (from !== undefined) conditions.push(`attestations.created_at >= $${args.push(from)}`);
  if (to !== undefined) conditions.push(`attestations.created_at <= $${args.push(to)}`);
  return { where: conditions.join(' and '), args };
}
