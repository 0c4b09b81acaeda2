import { column, number, readAll, readOne, reader, text } from '../sql/row.ts';
import { query, sql, verbatim, type Sql, type Steps } from '../sql/sql.ts';
import { genesis } from './chain.ts';
import type { KindName } from './kinds.ts';

/** The bodies of one answer have at most this many bytes together, but for a single record that is larger. */
const mostBytes = 4_000_000;

/** The records after a place in an organization's log, in its order: at most `limit`, fewer where they are large. */
export function* recordsAfter(orgId: string, after: number, limit: number) {
  const head = yield* readOne(headRow, sql`select sequence, head as link from organizations where id = ${orgId}`);
  const sizes = yield* readAll(
    column('bytes', number),
    sql`select octet_length(body) as bytes from records
      where org_id = ${orgId} and sequence > ${after} order by sequence limit ${limit}`,
  );
  const records = yield* readAll(
    record,
    sql`select sequence, hash as link, body from records
      where org_id = ${orgId} and sequence > ${after} order by sequence limit ${fitting(sizes)}`,
  );
  return { head: head ?? { sequence: 0, link: genesis }, records };
}

/** The condition that a record is of a kind. It avoids the index of kinds, which SQLite prefers to a list of places in the log. */
export function ofKind(kind: KindName): Sql {
  return verbatim(`kind || '' = '${kind}'`);
}

/** Reads as little as can be. */
export function* reach(): Steps<void> {
  yield* query(sql`select 1 as reached`);
}

/** The last place of a log; `sequence` 0 and the genesis link where there is no record. */
const headRow = reader({ sequence: number, link: text });

/** A record as it is in the log: its body is the text that is hashed. */
const record = reader({ sequence: number, link: text, body: text });

/** How many of these fit into one answer: one at least. */
function fitting(sizes: readonly number[]): number {
  let bytes = 0;
  const over = sizes.findIndex((size) => (bytes += size) > mostBytes);
  return Math.max(1, over === -1 ? sizes.length : over);
}
