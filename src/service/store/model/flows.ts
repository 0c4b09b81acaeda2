import { isTemplate } from '../kinds/flows.ts';
import type { Author } from '../log/chain.ts';
import type { Sent } from '../log/header.ts';
import { alikeJsonOf, flag, text, number, nullable, reader, jsonOf } from '../sql/row.ts';
import { fields, isText, optional, type ValueOf } from '../sql/shape.ts';

/** A template together with the YAML it was read from. */
const isStoredTemplate = fields({ template: isTemplate, content: isText });
export type StoredTemplate = ValueOf<typeof isStoredTemplate>;
export const storedTemplate = alikeJsonOf(isStoredTemplate);

export function isVisibility(value: unknown): value is 'public' | 'private' {
  return value === 'public' || value === 'private';
}

/** Facts about a flow that clients chose; an absent fact was never given. */
const isFlowDetails = fields({ description: optional(isText), visibility: optional(isVisibility) });
export type FlowDetails = ValueOf<typeof isFlowDetails>;

export const flowFields = reader({
  id: text,
  name: text,
  details: jsonOf(isFlowDetails),
  templateId: text,
  /** Counts the templates of the flow from 1. */
  templateVersion: number,
  trailCount: number,
  createdAt: number,
  lastModifiedAt: number,
  createdBy: text,
  /** The first request for the flow itself; `undefined` while evidence alone wrote it. */
  madeAt: nullable(number),
  /** Whether another flow of the organization required something when this one began. */
  begunAfterTemplate: flag,
});

export interface Flow extends StoredTemplate, ReturnType<typeof flowFields> {}

export interface NewFlow {
  readonly author: Author;
  readonly name: string;
  /** The fields as the client sent them. */
  readonly data: Sent;
  readonly template?: StoredTemplate;
}
