import { isNumber, isObject, isText, isTexts, optional, shape } from '../sql/shape.ts';
import { header, oneOf, type Header, type Sent } from '../log/header.ts';
import type { Event, Kind } from './kind.ts';

/** A custom type of evidence as it is from now on. */
export interface TypeContent {
  readonly kind: 'type_reported';
  readonly type_name: string;
  /** Counts the versions of the type from 1. The same as before where a type that was archived is taken up again unchanged. */
  readonly type_version: number;
  /** What its evidence is judged by: the text of a JSON Schema, and jq programs. */
  readonly schema?: string;
  readonly rules: readonly string[];
  readonly data: Sent;
}

/** No evidence is made of the type from now on. */
export interface TypeArchivedContent {
  readonly kind: 'type_archived';
  readonly type_name: string;
}

export const isType = shape<Header & TypeContent>({
  ...header,
  kind: oneOf('type_reported'),
  type_name: isText,
  type_version: isNumber,
  schema: optional(isText),
  rules: isTexts,
  data: isObject,
});

export const typeReported: Kind<TypeContent> = { is: isType, event: typeEvent };

export const typeArchived: Kind<TypeArchivedContent> = {
  is: shape<Header & TypeArchivedContent>({ ...header, kind: oneOf('type_archived'), type_name: isText }),
  event: typeEvent,
};

function typeEvent({ kind, type_name }: TypeContent | TypeArchivedContent): Event {
  return { type: kind, type_name };
}
