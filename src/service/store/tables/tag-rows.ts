import type { Tagged } from '../kinds/tags.ts';
import { readListed, reader, text } from '../sql/row.ts';
import { sql, type Steps } from '../sql/sql.ts';

export type Tags = Readonly<Record<string, string>>;

/** The tags of some flows or environments; those without tags are left out. */
export function* tagsOf(orgId: string, resource: Tagged, ids: readonly string[]): Steps<ReadonlyMap<string, Tags>> {
  const found = yield* readListed(
    reader({ resourceId: text, name: text, value: text }),
    [...new Set(ids)],
    (list) => sql`select resource_id, name, value from tags
      where org_id = ${orgId} and resource = ${resource} and resource_id in ${list} order by resource_id, name`,
  );
  const byId = Map.groupBy(found, ({ resourceId }) => resourceId);
  return new Map([...byId].map(([id, tags]) => [id, Object.fromEntries(tags.map(({ name, value }) => [name, value]))]));
}
