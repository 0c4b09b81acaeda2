import { textOf, type Sql, type Value } from './sql.ts';

/** One SQL statement in the text for all engines; parameters are `$1`, `$2`, … */
export interface Statement {
  readonly sql: string;
  readonly args: readonly Value[];
  /**
   * The body goes on without its rows. An engine behind a network sends it together with the next statement that it waits for.
   */
  readonly unanswered?: true;
  /** Takes the rows of an unanswered statement, no later than the next answer comes. */
  readonly answer?: (rows: readonly Row[]) => void;
}

export type Row = Readonly<Record<string, unknown>>;

/**
 * The body of a read or a write: it yields statements and gets their rows. So the same body runs inside one synchronous turn on
 * SQLite, and on an engine behind a network in as many round trips as it needs answers. It may run again after a conflict, and
 * therefore must not touch anything but its own variables.
 */
export type Steps<Result> = Generator<Statement, Result, readonly Row[]>;

export function* query(asked: Sql): Steps<readonly Row[]> {
  return yield statementOf(asked);
}

/** A statement whose rows are not needed. A failure is known at the end of the body, and then nothing of the body is written. */
export function* send(change: Sql): Steps<void> {
  yield { ...statementOf(change), unanswered: true };
}

/** Asks without waiting. The answered function gives the rows once another statement was answered. */
function* ahead(asked: Sql): Steps<() => readonly Row[]> {
  let rows: readonly Row[] | undefined;
  yield { ...statementOf(asked), unanswered: true, answer: (found) => void (rows = found) };
  return () => {
    if (rows === undefined) throw new Error('Nothing was asked after a question whose rows are read.');
    return rows;
  };
}

/** Several questions in one round trip: the rows of each. */
export function* queryAll(asked: readonly Sql[]): Steps<readonly (readonly Row[])[]> {
  const last = asked.at(-1);
  if (last === undefined) return [];
  const before: (() => readonly Row[])[] = [];
  for (const each of asked.slice(0, -1)) before.push(yield* ahead(each));
  const rows = yield* query(last);
  return [...before.map((answer) => answer()), rows];
}

/** The first row, if any. */
export function* queryOne(asked: Sql): Steps<Row | undefined> {
  const [row] = yield statementOf(asked);
  return row;
}

function statementOf(statement: Sql): Statement {
  return { sql: textOf(statement), args: statement.values };
}
