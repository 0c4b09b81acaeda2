import type { InputOf, Target } from '../target.ts';
import { checkAddress, isPermitted, keepAddress, showAddress } from './address.ts';
import { neutralize } from '../../../text/index.ts';

/** Takes JSON at an address, if the operators of the service allow messages to its host. */
export const webhook: Target<InputOf<'WEBHOOK'>> = {
  type: 'WEBHOOK',
  check: ({ webhook: address }, hosts) => {
    const wrong = checkAddress(address);
    if (wrong.faults !== undefined || isPermitted(hosts, address)) return wrong;
    const { host } = new URL(address);
    const unnamed = `No message goes there: those who run this service let it send to other hosts only. Have it started with --webhook-host ${host}.`;
    return { warnings: { webhook: unnamed } };
  },
  keep: ({ webhook: address }) => keepAddress(address, { type: 'WEBHOOK' }),
  show: (target, secret) => ({ webhook: showAddress(target, secret), payload_version: '1.0' }),
  send: async ({ id, payload, secret: address = '', signal }, hosts) => {
    const recipient = new URL(address).host;
    if (!isPermitted(hosts, address)) return { recipient, why: 'the service was started without --webhook-host for it', isFinal: true };
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'compliance-evidence',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    };
    const why = await post(address, JSON.stringify(await payload()), headers, signal);
    return why === undefined ? undefined : { recipient, why, isFinal: false };
  },
};

/**
 * Sends JSON to an address, once; answers why it did not arrive, or `undefined` if it did. Redirects are not followed, because
 * they would lead away from the permitted host. Only the status of the answer is read.
 */
async function post(
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const response = await fetch(address, { method: 'POST', body, headers: { ...headers }, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.ok ? undefined : `it answered ${response.status}`;
  } catch (error) {
    return neutralize(reasonOf(error));
  }
}

/** Never contains the address, which is a secret: the messages of `fetch` do not name it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  if (error.name === 'TimeoutError') return 'it did not answer in time';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : error.name;
  return `the request failed (${code})`;
}
