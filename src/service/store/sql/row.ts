import { Damage } from '../damage.ts';
import type { Row } from './statement.ts';

/** Readers of columns: a value of another type than the column's is a bug of ours, named at once. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw new TypeError(`Column ${column} holds ${typeof value} where text was expected.`);
}

export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  throw new TypeError(`Column ${column} holds ${typeof value} where a number was expected.`);
}

/** Booleans are 0 and 1 on SQLite. */
export function flag(row: Row, column: string): boolean {
  return Boolean(row[column]);
}

/** A column of JSON that we wrote ourselves; whoever reads it names its type. */
export function json(row: Row, column: string) {
  const written = text(row, column);
  try {
    return JSON.parse(written);
  } catch (cause) {
    throw new Damage(`Column ${column} holds text that is no JSON, and was JSON when it was written.`, { cause });
  }
}
