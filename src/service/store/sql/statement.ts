/** What a column holds on every engine. A boolean may come back as 0 or 1; the readers of `row.ts` even that out. */
export type Value = string | number | boolean | null;

/** One SQL statement in the text that all engines share; parameters are `$1`, `$2`, … */
export interface Statement {
  readonly sql: string;
  readonly args: readonly Value[];
  /** The body goes on without its rows. An engine behind a network sends it together with the next one that it waits for. */
  readonly unanswered?: true;
}

export type Row = Readonly<Record<string, unknown>>;

/**
 * The body of a read or a write: it yields statements and is handed their rows. So the same body runs inside one
 * synchronous turn on SQLite, and on an engine behind a network in as many round trips as it needs answers. It may run again after a conflict, and
 * therefore must not touch anything but its own variables.
 */
export type Steps<Result> = Generator<Statement, Result, readonly Row[]>;

export function* query(sql: string, ...args: readonly Value[]): Steps<readonly Row[]> {
  return yield { sql, args };
}

/** A statement whose rows nobody needs. That it fails is known by the end of the body, and then nothing of it is written. */
export function* send(sql: string, ...args: readonly Value[]): Steps<void> {
  yield { sql, args, unanswered: true };
}

/** How many places a list has in a statement. */
const lengths = [1, 10, 100, 1000];

/** Most values that a list in one statement holds. */
export const mostListed = 1000;

/**
 * A list for `in`, from the place after `before` on. It is filled up with its last value, so that a few statements serve
 * every length and each is prepared only once. Takes 1 to `mostListed` values.
 */
export function listed(values: readonly Value[], before: number): { readonly sql: string; readonly args: readonly Value[] } {
  const [length, last] = [lengths.find((each) => each >= values.length), values.at(-1)];
  if (length === undefined || last === undefined) throw new RangeError(`A list of ${values.length} values is not for one statement.`);
  const args = [...values, ...Array<Value>(length - values.length).fill(last)];
  return { sql: `(${args.map((_, index) => `$${before + index + 1}`).join(', ')})`, args };
}

/** The first row, if any. */
export function* queryOne(sql: string, ...args: readonly Value[]): Steps<Row | undefined> {
  const [row] = yield { sql, args };
  return row;
}
