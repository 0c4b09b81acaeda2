import { createHash, randomBytes } from 'node:crypto';

/** A new identifier: 8-4-4-4-8 random hexadecimal digits. */
export function newRecordId(): string {
  return grouped(randomBytes(14).toString('hex'));
}

/** The same form, derived from what it stands for, so that equal things get equal identifiers. */
export function derivedId(...parts: readonly string[]): string {
  return grouped(createHash('sha256').update(JSON.stringify(parts)).digest('hex'));
}

function grouped(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 28)].join('-');
}
