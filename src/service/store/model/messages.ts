import { notificationTriggers } from '../../../contract/index.ts';
import type { StoredTarget } from '../kinds/notifications.ts';
import { text, number, reader, column, jsonOf } from '../sql/row.ts';
import { fields, isNumber, isText, optional, isOneOf, type ValueOf } from '../sql/shape.ts';

/** The events that a rule can listen to. */
export type EnvironmentTrigger = (typeof notificationTriggers)[number];

/** Something that happened in an environment; each transition is one event. */
const isEnvironmentEvent = fields({
  trigger: isOneOf(...notificationTriggers),
  environment_id: isText,
  environment: isText,
  /** The latest snapshot after it; 0 before the first one. */
  snapshot_index: isNumber,
  /** The artifact that it is about, if there is one; its provenance if it is known. */
  artifact: optional(
    fields({ name: isText, fingerprint: isText, flow: optional(isText), trail: optional(isText), commit: optional(isText) }),
  ),
  /** The number of instances before, and after. */
  from: optional(isNumber),
  to: optional(isNumber),
  /** Unix seconds. */
  at: isNumber,
});
export type EnvironmentEvent = ValueOf<typeof isEnvironmentEvent>;

/** The content of a message, as the outbox keeps it. */
export const isEventMessage = fields({
  event: isEnvironmentEvent,
  /** The state of the environment at that time. */
  environment_state: isText,
  /** The state of the artifact on its trail at that time; absent if it is on none. */
  artifact_state: optional(isText),
});
export type EventMessage = ValueOf<typeof isEventMessage>;

/** A recipient for whom a message with several of them needs no further attempt. */
export const isRecipient = fields({
  email: isText,
  /** Why the message was refused for them, for good; absent if it was taken. */
  refused: optional(isText),
});
export type Recipient = ValueOf<typeof isRecipient>;

/** A message that a sender has leased, and sends now. */
export const leasedFields = reader({
  orgId: text,
  orgName: text,
  /** The same for every attempt. */
  id: text,
  notificationId: text,
  /** The number of its rule. */
  number,
  /** Which of the rule's targets it goes to. */
  position: number,
  /** How often it was tried. */
  attempts: number,
  /** The time when it was due, and how long nobody else sends it; in Unix seconds. */
  dueAt: number,
  leaseUntil: number,
  message: column('event', jsonOf(isEventMessage)),
});

export interface DueMessage extends ReturnType<typeof leasedFields> {
  /** Both are `undefined` if the target is gone, or its secret is not the recorded one. */
  readonly target: StoredTarget | undefined;
  readonly secret: string | undefined;
  /** The recipients that earlier attempts settled. */
  readonly settled: readonly Recipient[];
  /** The secrets that it is signed with now; none if its target has none. */
  readonly signingSecrets: readonly string[];
}

/** The result of an attempt for the message; times in Unix seconds. */
export type AttemptResult =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'later'; readonly attempts: number; readonly dueAt: number; readonly settled: readonly Recipient[] };
