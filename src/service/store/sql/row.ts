import { Damage } from '../damage.ts';
import type { Row } from './statement.ts';

/** Readers of columns: a value of another type than the column's is a bug of ours, named at once. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw new TypeError(`Column ${column} holds ${typeof value} where text was expected.`);
}

/** A whole number or a fraction. A `bigint` column may come as a number, as a bigint or as digits: engines differ. */
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  const whole = typeof value === 'bigint' || (typeof value === 'string' && /^-?\d{1,16}$/.test(value)) ? Number(value) : undefined;
  if (whole !== undefined && Number.isSafeInteger(whole)) return whole;
  throw new TypeError(`Column ${column} holds ${typeof value} where a number was expected.`);
}

/** Booleans are 0 and 1 on SQLite. */
export function flag(row: Row, column: string): boolean {
  return Boolean(row[column]);
}

/** A column of JSON that we wrote ourselves, once it is what was written there. */
export function json<Kept>(row: Row, column: string, is: (value: unknown) => value is Kept): Kept {
  const value = parsed(row, column);
  if (is(value)) return value;
  throw new Damage(`Column ${column} holds JSON that is not what was written there.`);
}

function parsed(row: Row, column: string): unknown {
  const written = text(row, column);
  try {
    return JSON.parse(written);
  } catch (cause) {
    throw new Damage(`Column ${column} holds text that is no JSON, and was JSON when it was written.`, { cause });
  }
}
