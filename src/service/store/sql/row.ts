import { parseExact } from '../../../text/index.ts';
import { Damage } from '../damage.ts';
import type { Row } from './statement.ts';

/** Readers of columns. A value of another type than the column's was not written by us: it is damage, and is never used. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw wrongType(column, value, 'text');
}

/** A whole number or a fraction. A `bigint` column may come as a number, as a bigint or as digits, depending on the engine. */
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  const whole = typeof value === 'bigint' || (typeof value === 'string' && /^-?\d{1,16}$/.test(value)) ? Number(value) : undefined;
  if (whole !== undefined && Number.isSafeInteger(whole)) return whole;
  throw wrongType(column, value, 'a number');
}

/** One of some texts. */
export function oneOfTexts<Known extends string>(row: Row, column: string, all: readonly Known[]): Known {
  const value = text(row, column);
  const known = all.find((each) => each === value);
  if (known === undefined) throw new Damage(`Column ${column} holds a text that was not written there.`);
  return known;
}

/** A boolean, which is 0 or 1 on SQLite. */
export function flag(row: Row, column: string): boolean {
  const value = row[column];
  if (typeof value === 'boolean') return value;
  if (value === 0 || value === 1 || value === 0n || value === 1n) return Number(value) === 1;
  throw wrongType(column, value, 'yes or no');
}

function wrongType(column: string, value: unknown, expected: string): Damage {
  const type = value === null ? 'nothing' : value instanceof Uint8Array ? 'bytes' : typeof value;
  return new Damage(`Column ${column} holds ${type} where ${expected} was expected.`);
}

/** A column of JSON that we wrote ourselves, after a check that it has the form that was written. */
export function json<Kept>(row: Row, column: string, is: (value: unknown) => value is Kept): Kept {
  const value = parsed(row, column);
  if (is(value)) return value;
  throw new Damage(`Column ${column} holds JSON that is not what was written there.`);
}

function parsed(row: Row, column: string): unknown {
  const written = text(row, column);
  try {
    return parseExact(written);
  } catch (cause) {
    throw new Damage(`Column ${column} holds text that is no JSON, and was JSON when it was written.`, { cause });
  }
}
