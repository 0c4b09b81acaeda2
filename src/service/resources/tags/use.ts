import type { Static } from 'typebox';
import { limits, type TagsInput } from '../../../contract/index.ts';
import type { Evidence } from '../../context.ts';
import { Refusal, noSuch } from '../../evidence/refusal.ts';
import type { Author } from '../../log/chain.ts';
import type { Tagged } from './record.ts';

/** Sets and removes tags of a flow or of an environment. It removes first, so that a tag in both lists is set. */
export async function changeTags(
  { store }: Evidence,
  author: Author,
  resource: Tagged,
  name: string,
  input: Static<typeof TagsInput>,
): Promise<void> {
  const change = { author, resource, name, set: input.set_tags ?? {}, removed: input.remove_tags ?? [] };
  const outcome = await store.changeTags(change);
  if (outcome === 'not-there') throw noSuch(resource === 'flow' ? 'flow' : 'environment', author.orgName, name);
  if (outcome === 'too-many') {
    throw new Refusal('invalid-request', `'${name}' would have more than ${limits.tags} tags.`, {
      fix: 'Remove some of them with remove_tags.',
    });
  }
}
