import { isObject, isText, isTexts, shape, type Is } from '../sql/shape.ts';
import { header, oneOf, type Header } from '../log/header.ts';
import type { Kind } from './kind.ts';

/** What can have tags. */
export type Tagged = 'flow' | 'env';

/** Tags of something change: what is removed goes first. */
export interface TagsContent {
  readonly kind: 'tags_changed';
  readonly resource: Tagged;
  readonly resource_id: string;
  /** What it was called then. */
  readonly resource_name: string;
  readonly set: Readonly<Record<string, string>>;
  readonly removed: readonly string[];
}

const isSet: Is<Readonly<Record<string, string>>> = (value): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every(isText);

export const tagsChanged: Kind<TagsContent> = {
  is: shape<Header & TagsContent>({
    ...header,
    kind: oneOf('tags_changed'),
    resource: oneOf('flow', 'env'),
    resource_id: isText,
    resource_name: isText,
    set: isSet,
    removed: isTexts,
  }),
  event: ({ kind, resource, resource_id }) => ({ type: kind, resource, resource_id }),
};
