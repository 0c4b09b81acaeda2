import { stringAt } from '../../text/index.ts';

/** The moment that a service tells, a number of seconds or its decimal text, as ISO 8601 in UTC; null where it is none. */
export function momentOf(seconds: unknown): string | null {
  const number = typeof seconds === 'string' && /^\d{1,12}(?:\.\d{1,12})?$/.test(seconds) ? Number(seconds) : seconds;
  if (typeof number !== 'number' || !(number >= 0 && number < 253_402_300_800)) return null;
  return new Date(number * 1000).toISOString();
}

/** The full SHA of a commit at a path of foreign JSON, in small letters; null where there is none. */
export function shaAt(value: unknown, ...path: readonly string[]): string | null {
  return shaOf(stringAt(value, ...path));
}

export function shaOf(text: string | null | undefined): string | null {
  if (text?.length !== 40) return null;
  const sha = text.toLowerCase();
  return /^[a-f0-9]{40}$/.test(sha) ? sha : null;
}

/** A fingerprint, 64 hexadecimal digits in small letters; null where it is none. */
export function fingerprintOf(text: string | null | undefined): string | null {
  const print = text?.toLowerCase();
  return print !== undefined && /^[a-f0-9]{64}$/.test(print) ? print : null;
}
