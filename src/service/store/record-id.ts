import { createHash, randomBytes } from 'node:crypto';

/**
 * A new identifier: 48 bits of milliseconds and 64 random bits, as hexadecimal digits in the shape 8-4-4-4-8. The time comes
 * first, so that every index grows at its end: with random identifiers, a million trails slow a writer down to a sixth.
 */
export function newRecordId(now: number = Date.now()): string {
  return grouped(now.toString(16).padStart(12, '0') + randomBytes(8).toString('hex'));
}

/** An identifier of the same form, derived from what it stands for, so that equal things get equal identifiers. */
export function derivedId(...parts: readonly string[]): string {
  return grouped(createHash('sha256').update(JSON.stringify(parts)).digest('hex'));
}

function grouped(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 28)].join('-');
}
