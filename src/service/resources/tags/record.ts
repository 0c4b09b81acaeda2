import { aText, listOf, mapOf, oneOf } from '../../../text/check.ts';
import { kind, type SaidBy } from '../../record/kind.ts';

/** The kinds of resources that can have tags. */
export type Tagged = TagsContent['resource'];

/** Tags of a resource change. The removals come first. */
export const tagsChanged = kind(
  ['tags_changed'],
  {
    resource: oneOf('flow', 'env'),
    resource_id: aText,
    /** The name of the resource at that time. */
    resource_name: aText,
    set: mapOf(aText, aText),
    removed: listOf(aText),
  },
  (record) => ({ type: record.kind, resource: record.resource, resource_id: record.resource_id }),
);

export type TagsContent = SaidBy<typeof tagsChanged>;
