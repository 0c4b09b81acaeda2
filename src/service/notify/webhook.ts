import { createHmac, randomBytes } from 'node:crypto';
import { isLoopback } from '../../text/index.ts';
import type { StoredTarget } from '../resources/notifications/record.ts';
import type { NewTarget } from '../resources/notifications/tables.ts';
import { wayTo, type Reachable } from './hosts.ts';
import { sendJson } from './send-json.ts';
import type { InputOf, Outgoing, Target } from './target.ts';

/** The fault of an address field, if there is one: also where no message may go there. */
export async function checkAddress(address: string, reachable: Reachable): Promise<{ readonly webhook?: string }> {
  const fault = addressFault(address) ?? (await hostFault(new URL(address), reachable));
  return fault === undefined ? {} : { webhook: fault };
}

/** A target whose address is secret: records hold only its origin. */
export function keepAddress(address: string, target: StoredTarget): NewTarget {
  return { target: { ...target, origin: new URL(address).origin }, secret: address };
}

/** Why messages cannot go to an address, whoever runs the service; `undefined` if they can. */
function addressFault(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return 'is no address: write it whole, with https:// before it.';
  if (url.pathname === maskedPath) return 'is masked: write the whole address.';
  if (url.username !== '' || url.password !== '') return 'has a name or a password in it: leave them out.';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return undefined;
  return 'must begin with https://.';
}

/** How long who makes a rule waits for the addresses of a name. */
const lookupMs = 5000;

async function hostFault(url: URL, reachable: Reachable): Promise<string | undefined> {
  // A host may be named before it is there.
  if (reachable.webhookHosts.has(url.host)) return undefined;
  switch ((await wayTo(url, reachable, AbortSignal.timeout(lookupMs))).kind) {
    case 'open':
      return undefined;
    case 'unnamed':
      return `is at a host that this service may not send to. Have it started with --webhook-host ${url.host}.`;
    // One sentence for both: it must not tell strangers which names there are in the network of the service.
    case 'unknown':
    case 'forbidden':
      return `must lead to public addresses alone, and ${url.host} does not. Write another one; or have the service started with --webhook-host ${url.host}, if it is a host of its own network.`;
  }
}

/** Replaces the secret part of a webhook's address. */
const maskedPath = '/***';

/** The address, or only its origin for a reader who may not see the secret. */
export function showAddress({ origin }: StoredTarget, address: string | undefined): string {
  return address ?? `${typeof origin === 'string' ? origin : ''}${maskedPath}`;
}

/** Begins a secret in the form of Standard Webhooks; base64 follows. */
const prefix = 'whsec_';

export function newSigningSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** The signatures of a message, one for each secret, as Standard Webhooks writes them. */
export function signaturesOf(secrets: readonly string[], id: string, timestamp: string, body: string): string {
  return secrets.map((secret) => `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`).join(' ');
}

function signature(secret: string, text: string): string {
  return createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(text)
    .digest('base64');
}

/** Takes JSON at an address, signed as Standard Webhooks says. */
export const webhook: Target<InputOf<'WEBHOOK'>> = {
  type: 'WEBHOOK',
  check: async ({ webhook: address }, means) => await checkAddress(address, means),
  keep: ({ webhook: address }) => ({ ...keepAddress(address, { type: 'WEBHOOK' }), signingSecret: newSigningSecret() }),
  show: (target, secret) => ({ webhook: showAddress(target, secret), payload_version: '1.0' }),
  send: async (outgoing, means) =>
    await sendJson(outgoing, means, {
      content: await outgoing.payload(),
      headers: (body) => signed(outgoing, body),
      reads: 0,
      judge: ({ status }) =>
        status >= 200 && status < 300
          ? undefined
          : // A webhook that is gone says so, and does not want to be asked again.
            { why: `it answered ${status}`, isFinal: status === 410 },
    }),
};

/** A rule that an earlier version made has no secret until one is asked for. */
function signed({ id, signingSecrets }: Outgoing, body: string): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signingSecrets.length === 0 ? {} : { 'webhook-signature': signaturesOf(signingSecrets, id, timestamp, body) }),
  };
}
