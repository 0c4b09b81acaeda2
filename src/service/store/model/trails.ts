import type { ComplianceStatus } from '../../../contract/index.ts';
import type { Author } from '../log/chain.ts';
import type { Sent } from '../log/header.ts';
import type { StoredTemplate } from './flows.ts';
import type { KeptAnswer } from './gate-answers.ts';
import { text, number, flag, reader, jsonOf } from '../sql/row.ts';
import { aFlag, aNumber, aText, anObject, ifThere, listOf, oneOf, shape, type Check, type Checked } from '../../../text/check.ts';

const notNull: Check<unknown> = (value) => (value === null ? ' is null' : undefined);

/** Facts about a trail that clients chose, as they sent them; an absent fact was never given. */
export const trailDetails = shape({
  description: ifThere(aText),
  user_data: ifThere(notNull),
  git_commit_info: ifThere(anObject),
  external_urls: ifThere(anObject),
  origin_url: ifThere(aText),
});
export type TrailDetails = Checked<typeof trailDetails>;

type Decision = ComplianceStatus & { readonly is_compliant: boolean };

const decision = shape({
  status: oneOf('COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE'),
  is_compliant: aFlag,
  evaluated_at: aNumber,
  attestations_statuses: listOf(anObject),
  artifacts_statuses: anObject,
});
/** The states within it are not looked at. */
export const aDecision: Check<Decision> = (value) => decision(value);

/** A trail as it is kept, without its events: there may be any number of these. */
export const trailFields = reader({
  id: text,
  flowId: text,
  flowName: text,
  /** Counts the trails of its flow from 1, without a gap. */
  number,
  name: text,
  details: jsonOf(trailDetails),
  repoIds: jsonOf(listOf(aText)),
  compliance: jsonOf(aDecision),
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
export const trailEventFields = reader({ trailId: text, sequence: number, event: jsonOf(anObject) });
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
