import { hash, randomFillSync } from 'node:crypto';

/** 48 bits of milliseconds, 64 random bits in hex, 8-4-4-4-8. Time first: after a million trails, random ids write six times slower. */
export function newRecordId(now: number = Date.now()): string {
  if (at === pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  at += 8;
  return grouped(now.toString(16).padStart(12, '0') + pool.toString('hex', at - 8, at));
}

/** When an identifier was made, in Unix seconds. */
export function madeAt(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) / 1000;
}

/** Random bytes that are not used yet begin at `at`: many are asked for at once, which takes hardly longer than for a few. */
const pool = Buffer.alloc(4096);
let at = pool.length;

/** An identifier of the same form, derived from what it stands for, so that equal things get equal identifiers. */
export function derivedId(...parts: readonly string[]): string {
  return grouped(hash('sha256', JSON.stringify(parts)));
}

function grouped(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 28)].join('-');
}
