import { limits } from '../../../contract/index.ts';
import { append, type Appended, type Author, type Deciding } from '../../log/chain.ts';
import { send, sql, upsert, where, type Steps } from '../../sql/sql.ts';
import { evaluateWithFlow } from '../environments/tables-evaluation.ts';
import { findEnvironment, tagsOf } from '../environments/tables.ts';
import { findFlow } from '../flows/tables.ts';
import type { Tagged, TagsContent } from './record.ts';

interface TagChange {
  readonly author: Author;
  readonly resource: Tagged;
  readonly name: string;
  readonly set: Readonly<Record<string, string>>;
  readonly removed: readonly string[];
}

/** Changes tags. It removes first, so that a tag in both lists is set. */
export function* changeTags(chain: Deciding, change: TagChange): Steps<'changed' | 'not-there' | 'too-many'> {
  const { resource, name, set, removed } = change;
  const { orgId } = chain.author;
  const tagged = yield* findTagged(orgId, resource, name);
  if (tagged === undefined) return 'not-there';
  const known = (yield* tagsOf(orgId, resource, [tagged.id])).get(tagged.id) ?? {};
  const names = new Set(Object.keys(known).filter((each) => !removed.includes(each)));
  for (const each of Object.keys(set)) names.add(each);
  if (names.size > limits.tags) return 'too-many';
  const content: TagsContent = { kind: 'tags_changed', resource, resource_id: tagged.id, resource_name: tagged.name, set, removed };
  yield* applyTags(yield* append(chain, content), chain);
  return 'changed';
}

function* findTagged(orgId: string, resource: Tagged, name: string): Steps<{ readonly id: string; readonly name: string } | undefined> {
  switch (resource) {
    case 'flow':
      return yield* findFlow(orgId, name);
    case 'env':
      return yield* findEnvironment(orgId, name);
  }
}

export function* applyTags({ record }: Appended<TagsContent>, chain: Deciding): Steps<void> {
  const subject = { org_id: record.org_id, resource: record.resource, resource_id: record.resource_id };
  for (const name of record.removed) yield* send(sql`delete from tags ${where({ ...subject, name })}`);
  for (const [name, value] of Object.entries(record.set)) yield* send(upsert('tags', { ...subject, name }, { value }));
  // Policies may ask for the tags of a flow.
  if (record.resource === 'flow') yield* evaluateWithFlow(chain, record.resource_id);
}
