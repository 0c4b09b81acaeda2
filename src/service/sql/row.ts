import { passes, type Check } from '../../text/check.ts';
import { parseExact } from '../../text/index.ts';
import { Damage } from '../faults.ts';
import { listLimit, listed, query, type Row, type Sql, type Steps, type Value } from './sql.ts';

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
export function json<Kept>(row: Row, column: string, check: Check<Kept>): Kept {
  const value = parsed(row, column);
  if (passes(check, value)) return value;
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

/** Reads a column; a value of another type is damage. */
type Column<Value> = (row: Row, column: string) => Value;

type Columns = Readonly<Record<string, Column<unknown>>>;

/** The form that a row is read into: each field by its name. */
type Fields<Described extends Columns> = { readonly [Name in keyof Described]: ReturnType<Described[Name]> };

type Read<Fields> = (row: Row) => Fields;

/** The reader of rows with the given fields: `createdAt` is in the column `created_at`, unless `column` names another. */
export function reader<Described extends Columns>(described: Described): Read<Fields<Described>>;
export function reader(described: Columns): Read<unknown> {
  const fields = Object.entries(described).map(
    ([name, of]) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), of] as const,
  );
  return (row) => {
    const found: Record<string, unknown> = {};
    for (const [name, column, of] of fields) found[name] = of(row, column);
    return found;
  };
}

/** The reader of one column; also for a field of another name. */
export function column<Value>(name: string, of: Column<Value>): Read<Value> {
  return (row) => of(row, name);
}

/** A column of text where '' says that there is nothing. */
export function filled(row: Row, column: string): string | undefined {
  const value = text(row, column);
  return value === '' ? undefined : value;
}

export function nullable<Value>(of: Column<Value>): Column<Value | undefined> {
  return (row, column) => (row[column] === null ? undefined : of(row, column));
}

export function jsonOf<Kept>(check: Check<Kept>): Column<Kept> {
  return (row, column) => json(row, column, check);
}

/** The same for a column that many rows have alike: a text that is the one before is not parsed again. */
export function alikeJsonOf<Kept>(check: Check<Kept>): Column<Kept> {
  let before: { readonly written: string; readonly kept: Kept } | undefined;
  return (row, column) => {
    const written = text(row, column);
    if (before?.written !== written) before = { written, kept: json(row, column, check) };
    return before.kept;
  };
}

export function knownText<Known extends string>(all: readonly Known[]): Column<Known> {
  return (row, column) => {
    const value = text(row, column);
    const known = all.find((each) => each === value);
    if (known === undefined) throw new Damage(`Column ${column} holds a text that was not written there.`);
    return known;
  };
}

export function* readAll<Fields>(read: Read<Fields>, statement: Sql): Steps<readonly Fields[]> {
  return (yield* query(statement)).map(read);
}

export function* readOne<Fields>(read: Read<Fields>, statement: Sql): Steps<Fields | undefined> {
  const [row] = yield* query(statement);
  return row === undefined ? undefined : read(row);
}

/** The number in the column `count`; 0 if there is no row. */
export function* readCount(statement: Sql): Steps<number> {
  return (yield* readOne(column('count', number), statement)) ?? 0;
}

/** Every row that is found for a list of values. More values than `listLimit` take several statements. */
export function* readListed<Fields>(read: Read<Fields>, values: readonly Value[], statement: (list: Sql) => Sql): Steps<readonly Fields[]> {
  const found: Fields[] = [];
  for (let at = 0; at < values.length; at += listLimit)
    for (const row of yield* query(statement(listed(values.slice(at, at + listLimit))))) found.push(read(row));
  return found;
}

/** The rows with some numbers, in the order of the numbers; missing rows are left out. */
export function* readInOrder<Fields>(
  read: Read<Fields>,
  column: string,
  numbers: readonly number[],
  statement: (list: Sql) => Sql,
): Steps<readonly Fields[]> {
  const found = new Map(yield* readListed((row) => [number(row, column), row] as const, numbers, statement));
  return numbers.flatMap((each) => {
    const row = found.get(each);
    return row === undefined ? [] : [read(row)];
  });
}
