import type { Sql } from './sql.ts';
import { listed } from './list.ts';
import { json, number, oneOfTexts } from './row.ts';
import type { Is } from './shape.ts';
import { query, type Row, type Steps } from './statement.ts';

/** Reads a column; a value of another type is damage. */
type Column<Value> = (row: Row, column: string) => Value;

type Columns = Readonly<Record<string, Column<unknown>>>;

/** The form that a row is read into: each field by its name. */
type Fields<Described extends Columns> = { readonly [Name in keyof Described]: ReturnType<Described[Name]> };

export type Read<Fields> = (row: Row) => Fields;

/** The reader of rows with the given fields: `createdAt` is in the column `created_at`, unless `named` names another. */
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

/** The reader of one column. */
export function column<Value>(name: string, of: Column<Value>): Read<Value> {
  return (row) => of(row, name);
}

/** A field that is in a column of another name. */
export function named<Value>(column: string, of: Column<Value>): Column<Value> {
  return (row) => of(row, column);
}

/** A column that may hold nothing. */
export function nullable<Value>(of: Column<Value>): Column<Value | undefined> {
  return (row, column) => (row[column] === null ? undefined : of(row, column));
}

export function jsonOf<Kept>(is: Is<Kept>): Column<Kept> {
  return (row, column) => json(row, column, is);
}

export function oneOf<Known extends string>(all: readonly Known[]): Column<Known> {
  return (row, column) => oneOfTexts(row, column, all);
}

/** Every row that is found. */
export function* readAll<Fields>(read: Read<Fields>, statement: Sql): Steps<readonly Fields[]> {
  return (yield* query(statement)).map(read);
}

/** The first row that is found, if any. */
export function* readOne<Fields>(read: Read<Fields>, statement: Sql): Steps<Fields | undefined> {
  const [row] = yield* query(statement);
  return row === undefined ? undefined : read(row);
}

/** The rows with some numbers, at most a thousand, in the order of the numbers; missing rows are left out. */
export function* readInOrder<Fields>(
  read: Read<Fields>,
  column: string,
  numbers: readonly number[],
  statement: (list: Sql) => Sql,
): Steps<readonly Fields[]> {
  if (numbers.length === 0) return [];
  const found = new Map((yield* query(statement(listed(numbers)))).map((row) => [number(row, column), row]));
  return numbers.flatMap((each) => {
    const row = found.get(each);
    return row === undefined ? [] : [read(row)];
  });
}
