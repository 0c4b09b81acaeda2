import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * JSON in its canonical form (RFC 8785): one text for one value, so that a hash over it can be checked by anyone.
 * Throws on what JSON cannot say: lone surrogates and numbers that are not finite.
 */
export function canonical(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('There is no JSON for undefined.');
  return text;
}

/** SHA-256 as 64 lower-case hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
