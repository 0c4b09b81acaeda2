import type { NotificationInput } from '../../contract/index.ts';
import type { StoredTarget } from '../store/kinds/notifications.ts';
import type { NewTarget } from '../store/model/notifications.ts';
import type { Payload } from './payload.ts';
import type { WebhookHosts } from './webhook/address.ts';

/** A sentence for each field. */
type Sentences = Readonly<Record<string, string>>;

type TargetInput = NotificationInput['targets'][number];

/** A target of one kind, as the client sends it. */
export type InputOf<Type> = Extract<TargetInput, { readonly type: Type }>;

/** One kind of target that messages can go to. */
export interface Target<Input extends TargetInput = TargetInput> {
  readonly type: Input['type'];
  /** The problems of a target, and hints for its maker. */
  check(input: Input, hosts: WebhookHosts): { readonly faults?: Sentences; readonly warnings?: Sentences };
  /** The part of a target that is kept. Secrets go into no record. */
  keep(input: Input): NewTarget;
  /** The part of a target that a reader sees; without the secret if they may not see it. */
  show(target: StoredTarget, secret: string | undefined): object;
  /** Absent if nothing is sent to targets of this kind. */
  readonly send?: Send;
}

/** Sends a message, once; answers why it did not arrive, or `undefined` when it did. */
export type Send = (outgoing: Outgoing, hosts: WebhookHosts) => Promise<Undelivered | undefined>;

export interface Outgoing {
  /** The same for every attempt. */
  readonly id: string;
  readonly target: StoredTarget;
  readonly secret: string | undefined;
  readonly payload: () => Promise<Payload>;
  readonly signal: AbortSignal;
}

export interface Undelivered {
  /** The host or the thing that the message was sent to, as a log may show it. */
  readonly recipient: string;
  readonly why: string;
  /** Another attempt would end the same way. */
  readonly isFinal: boolean;
}
