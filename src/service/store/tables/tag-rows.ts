import type { Tagged } from '../kinds/tags.ts';
import { text } from '../sql/row.ts';
import { listed, query, type Steps } from '../sql/statement.ts';

export type Tags = Readonly<Record<string, string>>;

/** The tags of some flows or environments, at most a thousand; one without any is not in it. */
export function* tagsOf(orgId: string, resource: Tagged, ids: readonly string[]): Steps<ReadonlyMap<string, Tags>> {
  if (ids.length === 0) return new Map();
  const list = listed([...new Set(ids)], 2);
  const rows = yield* query(
    `select resource_id, name, value from tags where org_id = $1 and resource = $2 and resource_id in ${list.sql} order by resource_id, name`,
    orgId,
    resource,
    ...list.args,
  );
  const byId = Map.groupBy(rows, (row) => text(row, 'resource_id'));
  return new Map([...byId].map(([id, tags]) => [id, Object.fromEntries(tags.map((row) => [text(row, 'name'), text(row, 'value')]))]));
}
