import { domainToASCII } from 'node:url';
import type { NotificationInput } from '../../contract/index.ts';
import type { Recipient } from '../resources/messages/tables.ts';
import type { StoredTarget } from '../resources/notifications/record.ts';
import type { NewTarget } from '../resources/notifications/tables.ts';
import type { Means } from './hosts.ts';
import type { Payload } from './payload.ts';

/** A plain name before the `@` (the dot-atom of RFC 5322): nothing with a meaning in a header or in the language of mail servers. */
const plainName = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const plainHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/** An address as mail servers get it, in lower case: two that are equal here are one mailbox. `undefined` for what is no plain address. */
export function mailbox(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const [name, host] = [email.slice(0, at), domainToASCII(email.slice(at + 1)).toLowerCase()];
  return at > 0 && name.length <= 64 && plainName.test(name) && plainHost.test(host) ? `${name.toLowerCase()}@${host}` : undefined;
}

/** A sentence for each field. */
type Sentences = Readonly<Record<string, string>>;

type TargetInput = NotificationInput['targets'][number];

/** A target of one kind, as the client sends it. */
export type InputOf<Type> = Extract<TargetInput, { readonly type: Type }>;

export interface Target<Input extends TargetInput = TargetInput> {
  readonly type: Input['type'];
  /** The faults of a target. One that would get no message is refused. */
  check(input: Input, means: Means): Promise<Sentences>;
  /** The part of a target that is kept. Secrets go into no record. */
  keep(input: Input): NewTarget;
  /** The part of a target that a reader sees; without the secret if they may not see it. */
  show(target: StoredTarget, secret: string | undefined): object;
  /** Sends a message, once; answers why it did not arrive, or `undefined` when it did. */
  send(outgoing: Outgoing, means: Means): Promise<Undelivered | undefined>;
}

export interface Outgoing {
  /** The same for every attempt. */
  readonly id: string;
  readonly target: StoredTarget;
  readonly secret: string | undefined;
  /** The secrets to sign with: the current one, and for a while also the one before it. */
  readonly signingSecrets: readonly string[];
  /** The recipients for whom earlier attempts settled it. */
  readonly settled: readonly Recipient[];
  readonly payload: () => Promise<Payload>;
  readonly signal: AbortSignal;
}

export interface Undelivered {
  /** The host or the thing that the message was sent to, as a log may show it. */
  readonly recipient: string;
  /** In words that everybody in the organization may read. */
  readonly why: string;
  /** Another attempt would end the same way. */
  readonly isFinal: boolean;
  /** The seconds that the other side wants to be left alone, if it says so. */
  readonly retryAfter?: number | undefined;
  /** The recipients that are not tried again. */
  readonly settled?: readonly Recipient[];
}
