import { limits } from '../../../contract/index.ts';
import { append, closeChain, openChain, type Appended, type Author } from '../log/chain.ts';
import type { Tagged, TagsContent } from '../log/kinds/tags.ts';
import { newRecordId } from '../record-id.ts';
import { text } from '../sql/row.ts';
import { listed, query, type Steps } from '../sql/statement.ts';
import { findFlow } from './flows.ts';

/** What changes about the tags of something. */
export interface TagChange {
  readonly author: Author;
  readonly resource: Tagged;
  readonly name: string;
  readonly set: Readonly<Record<string, string>>;
  readonly removed: readonly string[];
}

export type Tags = Readonly<Record<string, string>>;

/** Changes tags: what is removed goes first. */
export function* changeTags({ author, resource, name, set, removed }: TagChange, now: number): Steps<'changed' | 'not-there' | 'too-many'> {
  const chain = yield* openChain(author);
  const tagged = yield* findTagged(author.orgId, resource, name);
  const outcome = tagged === undefined ? 'not-there' : yield* room(author.orgId, resource, tagged.id, set, removed);
  if (tagged !== undefined && outcome === 'changed') {
    const content: TagsContent = {
      kind: 'tags_changed',
      resource,
      resource_id: tagged.id,
      resource_name: tagged.name,
      set,
      removed,
    };
    yield* applyTags(yield* append(chain, now, newRecordId(), content));
  }
  yield* closeChain(chain);
  return outcome;
}

/** What is called so, of all that can have tags. */
function* findTagged(orgId: string, resource: Tagged, name: string): Steps<{ readonly id: string; readonly name: string } | undefined> {
  switch (resource) {
    case 'flow':
      return yield* findFlow(orgId, name);
    case 'env':
      return undefined;
  }
}

function* room(orgId: string, resource: Tagged, id: string, set: Tags, removed: readonly string[]): Steps<'changed' | 'too-many'> {
  const known = (yield* tagsOf(orgId, resource, [id])).get(id) ?? {};
  const names = new Set(Object.keys(known).filter((name) => !removed.includes(name)));
  for (const name of Object.keys(set)) names.add(name);
  return names.size > limits.tags ? 'too-many' : 'changed';
}

/** What the tables say of tags from this record on. */
export function* applyTags({ record }: Appended<TagsContent>): Steps<void> {
  const subject = [record.org_id, record.resource, record.resource_id];
  for (const name of record.removed)
    yield* query('delete from tags where org_id = $1 and resource = $2 and resource_id = $3 and name = $4', ...subject, name);
  for (const [name, value] of Object.entries(record.set)) {
    yield* query(
      `insert into tags (org_id, resource, resource_id, name, value) values ($1, $2, $3, $4, $5)
       on conflict (org_id, resource, resource_id, name) do update set value = excluded.value`,
      ...subject,
      name,
      value,
    );
  }
}

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
