import type { ComplianceStatus } from '../../../contract/index.ts';
import type { Author } from '../log/chain.ts';
import type { Sent } from '../log/header.ts';
import type { StoredTemplate } from './flows.ts';
import type { KeptAnswer } from './gate-answers.ts';
import { text, number, flag, reader, jsonOf } from '../sql/row.ts';
import { fields, isFlag, isNumber, isObject, isText, isTexts, listOf, optional, type Is, type ValueOf } from '../sql/shape.ts';

const isAnything: Is<unknown> = (value): value is unknown => value !== null;

/** Facts about a trail that clients chose, as they sent them; an absent fact was never given. */
export const isTrailDetails = fields({
  description: optional(isText),
  user_data: isAnything,
  git_commit_info: optional(isObject),
  external_urls: optional(isObject),
  origin_url: optional(isText),
});
export type TrailDetails = ValueOf<typeof isTrailDetails>;

type Decision = ComplianceStatus & { readonly is_compliant: boolean };

function isState(value: unknown): value is Decision['status'] {
  return value === 'COMPLIANT' || value === 'NON-COMPLIANT' || value === 'INCOMPLETE';
}

export function isDecision(value: unknown): value is Decision {
  return (
    isObject(value) &&
    isState(value.status) &&
    isFlag(value.is_compliant) &&
    isNumber(value.evaluated_at) &&
    listOf(isObject)(value.attestations_statuses) &&
    isObject(value.artifacts_statuses)
  );
}

/** A trail as it is kept, without its events: there may be any number of these. */
export const trailFields = reader({
  id: text,
  flowId: text,
  flowName: text,
  /** Counts the trails of its flow from 1, without a gap. */
  number,
  name: text,
  details: jsonOf(isTrailDetails),
  repoIds: jsonOf(isTexts),
  compliance: jsonOf(isDecision),
  createdAt: number,
  lastModifiedAt: number,
  createdBy: text,
  /** Evidence alone began its flow, and after another one had a template: then it may be a mistyped one. */
  ofDoubtfulFlow: flag,
  /** The place of the last record about the trail in the log. */
  lastSequence: number,
});

export interface TrailRow extends StoredTemplate, ReturnType<typeof trailFields> {
  readonly gate: KeptAnswer;
}

/** The fields of one record in the list of events of a trail. */
export const trailEventFields = reader({ trailId: text, sequence: number, event: jsonOf(isObject) });
export type TrailEvent = ReturnType<typeof trailEventFields>;

/** The state of a trail before a write, and after it; `before` is absent if the trail is new. */
export interface StateChange {
  readonly trailId: string;
  readonly before: string | undefined;
  readonly after: string;
}

export interface NewTrail {
  readonly author: Author;
  readonly flowName: string;
  readonly name: string;
  /** The fields as the client sent them; an absent field leaves the stored value. */
  readonly data: Sent;
  readonly repoId?: string;
  readonly template?: StoredTemplate;
}
