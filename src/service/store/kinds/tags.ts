import { isObject, isText, isTexts, isOneOf, type Is } from '../sql/shape.ts';
import { kind, type SaidBy } from './kind.ts';

/** The kinds of resources that can have tags. */
export type Tagged = TagsContent['resource'];

const isSet: Is<Readonly<Record<string, string>>> = (value): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every(isText);

/** Tags of a resource change. The removals come first. */
export const tagsChanged = kind(
  ['tags_changed'],
  {
    resource: isOneOf('flow', 'env'),
    resource_id: isText,
    /** The name of the resource at that time. */
    resource_name: isText,
    set: isSet,
    removed: isTexts,
  },
  (record) => ({ type: record.kind, resource: record.resource, resource_id: record.resource_id }),
);

export type TagsContent = SaidBy<typeof tagsChanged>;
