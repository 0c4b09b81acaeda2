import { textOf, type Sql, type Value } from './sql.ts';

/** One SQL statement in the text for all engines; parameters are `$1`, `$2`, … */
export interface Statement {
  readonly sql: string;
  readonly args: readonly Value[];
  /**
   * The body goes on without its rows. An engine behind a network sends it together with the next statement that it waits for.
   */
  readonly unanswered?: true;
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

/** The first row, if any. */
export function* queryOne(asked: Sql): Steps<Row | undefined> {
  const [row] = yield statementOf(asked);
  return row;
}

function statementOf(statement: Sql): Statement {
  return { sql: textOf(statement), args: statement.values };
}
