import { neutralize } from '../../../text/index.ts';
import type { Payload } from '../payload.ts';
import type { Send } from '../target.ts';
import { isPermitted } from './address.ts';

/** Sends JSON about a message to the address of a target, if the operators of the service allow messages to its host. */
export function sendJson(contentOf: (payload: Payload) => object): Send {
  return async ({ id, payload, secret: address = '', signal }, hosts) => {
    const recipient = new URL(address).host;
    if (!isPermitted(hosts, address)) return { recipient, why: 'the service was started without --webhook-host for it', isFinal: true };
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'compliance-evidence',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    };
    const why = await post(address, { headers, body: JSON.stringify(contentOf(await payload())), signal });
    return why === undefined ? undefined : { recipient, why, isFinal: false };
  };
}

/**
 * Sends JSON to an address, once; answers why it did not arrive, or `undefined` if it did. Redirects are not followed, because
 * they would lead away from the permitted host. Only the status of the answer is read.
 */
async function post(address: string, request: RequestInit): Promise<string | undefined> {
  try {
    const response = await fetch(address, { ...request, method: 'POST', redirect: 'manual' });
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
