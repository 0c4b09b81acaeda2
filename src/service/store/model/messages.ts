import { notificationTriggers } from '../../../contract/index.ts';
import type { EnvironmentEvent } from './environment-event.ts';
import type { StoredTarget } from '../kinds/targets.ts';
import { oneOf } from '../log/header.ts';
import { isNumber, isText, optional, shape } from '../sql/shape.ts';

/** The content of a message, as the outbox keeps it. */
export interface EventMessage {
  readonly event: EnvironmentEvent;
  /** The state of the environment at that time. */
  readonly environment_state: string;
  /** The state of the artifact on its trail at that time; absent if it is on none. */
  readonly artifact_state?: string;
}

/** A message that a sender has leased, and sends now. */
export interface DueMessage {
  readonly orgId: string;
  readonly orgName: string;
  /** The same for every attempt. */
  readonly id: string;
  readonly notificationId: string;
  /** The number of its rule. */
  readonly number: number;
  /** Which of the rule's targets it goes to. */
  readonly position: number;
  /** How often it was tried. */
  readonly attempts: number;
  /** The time when it was due, and how long nobody else sends it; in Unix seconds. */
  readonly dueAt: number;
  readonly leaseUntil: number;
  readonly message: EventMessage;
  /** Both are `undefined` if the target is gone, or its secret is not the recorded one. */
  readonly target: StoredTarget | undefined;
  readonly secret: string | undefined;
}

/** The result of an attempt for the message; times in Unix seconds. */
export type AttemptResult =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'later'; readonly attempts: number; readonly dueAt: number };

const isEvent = shape<EnvironmentEvent>({
  trigger: oneOf(...notificationTriggers),
  environment_id: isText,
  environment: isText,
  snapshot_index: isNumber,
  artifact: optional(
    shape<NonNullable<EnvironmentEvent['artifact']>>({
      name: isText,
      fingerprint: isText,
      flow: optional(isText),
      trail: optional(isText),
      commit: optional(isText),
    }),
  ),
  from: optional(isNumber),
  to: optional(isNumber),
  at: isNumber,
});

export const isEventMessage = shape<EventMessage>({ event: isEvent, environment_state: isText, artifact_state: optional(isText) });
