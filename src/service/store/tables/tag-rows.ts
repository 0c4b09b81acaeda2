import type { Tagged } from '../kinds/tags.ts';
import { listed, sql } from '../sql/sql.ts';
import { query, type Steps } from '../sql/statement.ts';
import { text } from '../sql/row.ts';

export type Tags = Readonly<Record<string, string>>;

/** The tags of some flows or environments, at most a thousand; those without tags are left out. */
export function* tagsOf(orgId: string, resource: Tagged, ids: readonly string[]): Steps<ReadonlyMap<string, Tags>> {
  if (ids.length === 0) return new Map();
  const list = listed([...new Set(ids)]);
  const rows = yield* query(
    sql`select resource_id, name, value from tags where org_id = ${orgId} and resource = ${resource} and resource_id in ${list}
      order by resource_id, name`,
  );
  const byId = Map.groupBy(rows, (row) => text(row, 'resource_id'));
  return new Map([...byId].map(([id, tags]) => [id, Object.fromEntries(tags.map((row) => [text(row, 'name'), text(row, 'value')]))]));
}
