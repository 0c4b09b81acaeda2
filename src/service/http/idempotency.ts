import type { FastifyRequest } from 'fastify';
import { Refusal } from '../evidence/refusal.ts';
import type { Author } from '../store/log/chain.ts';

/** The form of an `Idempotency-Key`. */
export const keyPattern = '^[\\u0021-\\u007E]{1,255}$';
const keyForm = new RegExp(keyPattern);

/** The request's `Idempotency-Key`: 1 to 255 visible ASCII characters. */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && keyForm.test(key)) return key;
  throw new Refusal('invalid-request', 'The header Idempotency-Key must be 1 to 255 visible ASCII characters.', {
    fix: 'Send a UUID, made once per attestation and kept over its retries.',
  });
}

const running = new Set<string>();

/**
 * Does the work of a request, and meanwhile refuses every other one with the same key. This only saves work: the store records a
 * key once, also if the second request came to another process.
 */
export async function once<Result>(
  request: FastifyRequest,
  author: Author,
  work: (key: string | undefined) => Promise<Result>,
): Promise<Result> {
  const key = keyOf(request);
  if (key === undefined) return await work(key);
  const mark = JSON.stringify([author.orgId, author.userName, key]);
  if (running.has(mark)) {
    throw new Refusal('conflict', 'The first request with this Idempotency-Key is still running.', { fix: 'Ask again in a moment.' });
  }
  running.add(mark);
  try {
    return await work(key);
  } finally {
    running.delete(mark);
  }
}
