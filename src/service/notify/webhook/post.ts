import { neutralize } from '../../../text/index.ts';

/**
 * Sends JSON to an address, once; answers why it did not arrive, or `undefined` if it did. Redirects are not followed, because
 * they would lead away from the permitted host. Only the status of the answer is read.
 */
export async function post(
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
