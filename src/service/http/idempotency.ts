import type { FastifyRequest } from 'fastify';
import { Refusal } from '../evidence/refusal.ts';
import type { Author } from '../store/log/chain.ts';

/** The form of an `Idempotency-Key`. */
export const keyPattern = '^[\\u0021-\\u007E]{1,255}$';
const keyForm = new RegExp(keyPattern);

/** The request's `Idempotency-Key`: 1 to 255 visible ASCII characters. */
export function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && keyForm.test(key)) return key;
  throw new Refusal('invalid-request', 'The header Idempotency-Key must be 1 to 255 visible ASCII characters.', {
    fix: 'Send a UUID, made once per attestation and kept over its retries.',
  });
}

const running = new Set<string>();

/**
 * Marks a key as in use; a second request with it is refused until the first one ends. Answers the function that removes the
 * mark. This only saves work: the store records a key once, also if the second request came to another process.
 */
export function underWay(author: Author, key: string | undefined): () => void {
  if (key === undefined) return () => {};
  const mark = JSON.stringify([author.orgId, author.userName, key]);
  if (running.has(mark)) {
    throw new Refusal('conflict', 'The first request with this Idempotency-Key is still running.', { fix: 'Ask again in a moment.' });
  }
  running.add(mark);
  return () => running.delete(mark);
}
