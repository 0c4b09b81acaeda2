import { Type } from 'typebox';
import { limits, patterns } from '../limits.ts';
import { closed, maybe } from './fields.ts';
import type { Operations } from './operation.ts';

const TagName = Type.String({ pattern: patterns.tagName });

/** Removals come first, so that a name in both lists is set. */
export const TagsInput = closed({
  set_tags: maybe(
    Type.Record(TagName, Type.String({ maxLength: limits.tagValue, pattern: '^[^\\u0000-\\u001F\\u007F]*$' }), {
      maxProperties: limits.tags,
      additionalProperties: false,
    }),
  ),
  remove_tags: maybe(Type.Array(TagName, { maxItems: limits.tags })),
});
export type TagsInput = Type.Static<typeof TagsInput>;

export const tagOperations = {
  /** Not in the interface. On a flow or an environment. */
  patchTags: { method: 'PATCH', path: '/tags/:org/:resource_type/:resource_id', need: 'define', data: TagsInput },
} as const satisfies Operations;
