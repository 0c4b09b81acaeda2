import { limits } from '../../../contract/index.ts';
import { append, closeChain, openChain, type Appended, type Author, type Chain } from '../log/chain.ts';
import type { Tagged, TagsContent } from '../kinds/tags.ts';
import { newRecordId } from '../record-id.ts';
import type { Judges } from '../model/judges.ts';
import { findEnvironment } from './environments.ts';
import { findFlow } from './flows.ts';
import { settleFlow } from './settle.ts';
import { tagsOf, type Tags } from './tag-rows.ts';
import { send, type Steps } from '../sql/statement.ts';
import { sql, where } from '../sql/sql.ts';
import { upsert } from '../sql/write.ts';

/** A change of the tags of one resource. */
export interface TagChange {
  readonly author: Author;
  readonly resource: Tagged;
  readonly name: string;
  readonly set: Readonly<Record<string, string>>;
  readonly removed: readonly string[];
}

/** Changes tags. It removes first, so that a tag in both lists is set. */
export function* changeTags(
  { author, resource, name, set, removed }: TagChange,
  judges: Judges,
  now: number,
): Steps<'changed' | 'not-there' | 'too-many'> {
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
    yield* applyTags(chain, yield* append(chain, now, newRecordId(), content), judges);
  }
  yield* closeChain(chain);
  return outcome;
}

/** The resource with that name and kind. */
function* findTagged(orgId: string, resource: Tagged, name: string): Steps<{ readonly id: string; readonly name: string } | undefined> {
  switch (resource) {
    case 'flow':
      return yield* findFlow(orgId, name);
    case 'env':
      return yield* findEnvironment(orgId, name);
  }
}

function* room(orgId: string, resource: Tagged, id: string, set: Tags, removed: readonly string[]): Steps<'changed' | 'too-many'> {
  const known = (yield* tagsOf(orgId, resource, [id])).get(id) ?? {};
  const names = new Set(Object.keys(known).filter((name) => !removed.includes(name)));
  for (const name of Object.keys(set)) names.add(name);
  return names.size > limits.tags ? 'too-many' : 'changed';
}

/** Updates the tables with a change of tags. */
export function* applyTags(chain: Chain, { record }: Appended<TagsContent>, judges: Judges): Steps<void> {
  const subject = { org_id: record.org_id, resource: record.resource, resource_id: record.resource_id };
  for (const name of record.removed) yield* send(sql`delete from tags ${where({ ...subject, name })}`);
  for (const [name, value] of Object.entries(record.set)) yield* send(upsert('tags', { ...subject, name }, { value }));
  // Policies may ask for the tags of a flow.
  if (record.resource === 'flow') yield* settleFlow(chain, record.resource_id, judges);
}
