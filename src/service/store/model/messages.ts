import { notificationTriggers } from '../../../contract/index.ts';
import type { StoredTarget } from '../kinds/notifications.ts';
import type { EnvironmentState } from './environments.ts';
import { text, number, reader } from '../sql/row.ts';
import { aNumber, aText, ifThere, oneOf, shape, type Checked } from '../../../text/check.ts';

/** The events that a rule can listen to. */
export type EnvironmentTrigger = (typeof notificationTriggers)[number];

/** Something that happened in an environment; each transition is one event. */
const anEnvironmentEvent = shape({
  trigger: oneOf(...notificationTriggers),
  environment_id: aText,
  environment: aText,
  /** The latest snapshot after it; 0 before the first one. */
  snapshot_index: aNumber,
  /** The artifact that it is about, if there is one; its provenance if it is known. */
  artifact: ifThere(shape({ name: aText, fingerprint: aText, flow: ifThere(aText), trail: ifThere(aText), commit: ifThere(aText) })),
  /** The number of instances before, and after. */
  from: ifThere(aNumber),
  to: ifThere(aNumber),
  /** Its number among the events of the environment; absent in what an earlier version wrote. */
  number: ifThere(aNumber),
  /** Unix seconds. */
  at: aNumber,
});
export type EnvironmentEvent = Checked<typeof anEnvironmentEvent>;

/** The content of a message, as the outbox keeps it. */
export const anEventMessage = shape({
  event: anEnvironmentEvent,
  /** The state of the environment at that time. */
  environment_state: aText,
  /** The state of the artifact on its trail at that time; absent if it is on none. */
  artifact_state: ifThere(aText),
});
export type EventMessage = Checked<typeof anEventMessage>;

/** A recipient for whom a message with several of them needs no further attempt. */
export const aRecipient = shape({
  email: aText,
  /** Why the message was refused for them, for good; absent if it was taken. */
  refused: ifThere(aText),
});
export type Recipient = Checked<typeof aRecipient>;

/** The state that a message says an environment has; `undefined` if it is about something else. */
export function stateTold(trigger: EnvironmentTrigger): EnvironmentState | undefined {
  if (trigger === 'ON_COMPLIANT_ENV') return 'COMPLIANT';
  return trigger === 'ON_NON_COMPLIANT_ENV' ? 'NON-COMPLIANT' : undefined;
}

/** The messages to one target. */
export const queueFields = reader({
  orgId: text,
  orgName: text,
  notificationId: text,
  /** The number of its rule. */
  number,
  /** Which of the rule's targets it is. */
  position: number,
  /** How long nobody else sends to it; in Unix seconds. */
  leaseUntil: number,
});
export type MessageQueue = ReturnType<typeof queueFields>;

/** A message whose target a sender has leased, and that it sends now. */
export interface DueMessage extends MessageQueue {
  /** The same for every attempt. */
  readonly id: string;
  readonly message: EventMessage;
  /** How many earlier messages about the same state were not sent. */
  readonly superseded: number;
  /** It says the state that an environment has now. Such a message is never given up. */
  readonly isPresent: boolean;
  /** How often in a row the target took none. */
  readonly attempts: number;
  /** Both are `undefined` if the target is gone, or its secret is not the recorded one. */
  readonly target: StoredTarget | undefined;
  readonly secret: string | undefined;
  /** The recipients that earlier attempts settled. */
  readonly settled: readonly Recipient[];
  /** The secrets that it is signed with now; none if its target has none. */
  readonly signingSecrets: readonly string[];
}

/** The next message to a target, if there is one, and how many before it were given up. */
export interface Taken {
  readonly message?: DueMessage | undefined;
  readonly givenUp: number;
}

/** The result of an attempt for the message. */
export type AttemptResult =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'given up'; readonly why: string }
  | {
      readonly kind: 'later';
      /** In seconds, until the next attempt. */
      readonly wait: number;
      /** The target counts as failing from now on. */
      readonly isFailing: boolean;
      readonly why: string;
      readonly settled: readonly Recipient[];
    };
