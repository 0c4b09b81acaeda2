import type { NotificationInput } from '../../contract/index.ts';
import type { StoredTarget } from '../store/kinds/targets.ts';
import type { NewTarget } from '../store/model/notifications.ts';
import type { Payload } from './payload.ts';
import type { WebhookHosts } from './webhook/address.ts';

/** A sentence for each field that it is about. */
type Sentences = Readonly<Record<string, string>>;

type TargetInput = NotificationInput['targets'][number];

/** A target of one kind, as it is said. */
export type InputOf<Type> = Extract<TargetInput, { readonly type: Type }>;

/** One kind of places that messages are for. */
export interface Target<Input extends TargetInput = TargetInput> {
  readonly type: Input['type'];
  /** What is wrong with a target, and what its maker should know. */
  check(input: Input, hosts: WebhookHosts): { readonly faults?: Sentences; readonly warnings?: Sentences };
  /** What is kept of it. What is secret goes into no record. */
  keep(input: Input): NewTarget;
  /** What a reader sees of it; without the secret where they may not see that. */
  show(target: StoredTarget, secret: string | undefined): object;
  /** Absent where nothing is sent to this kind. */
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
  /** Where it was to arrive, as a log may say it. */
  readonly place: string;
  readonly why: string;
  /** Another attempt would end the same way. */
  readonly isFinal: boolean;
}
