import { aTemplate } from '../kinds/flows.ts';
import type { Author } from '../log/chain.ts';
import type { Sent } from '../log/header.ts';
import { alikeJsonOf, flag, text, number, nullable, reader, jsonOf } from '../sql/row.ts';
import { aText, ifThere, oneOf, shape, type Checked } from '../../../text/check.ts';

/** A template together with the YAML it was read from. */
const aStoredTemplate = shape({ template: aTemplate, content: aText });
export type StoredTemplate = Checked<typeof aStoredTemplate>;
export const storedTemplate = alikeJsonOf(aStoredTemplate);

export const aVisibility = oneOf('public', 'private');

/** Facts about a flow that clients chose; an absent fact was never given. */
const flowDetails = shape({ description: ifThere(aText), visibility: ifThere(aVisibility) });
export type FlowDetails = Checked<typeof flowDetails>;

export const flowFields = reader({
  id: text,
  name: text,
  details: jsonOf(flowDetails),
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
