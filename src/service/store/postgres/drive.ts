import type { Row, Statement, Steps } from '../sql/statement.ts';
import type { Connection } from './connections.ts';

/** A connection with the statements that were not sent yet, because nobody waits for their rows. */
export interface Pipe {
  readonly connection: Connection;
  pending: Statement[];
}

/** Sends everything that waits; answers the rows of the last statement. */
export async function flush(pipe: Pipe): Promise<readonly Row[]> {
  const statements = pipe.pending;
  if (statements.length === 0) return [];
  pipe.pending = [];
  const answers = await pipe.connection.send(...statements);
  for (const [index, { answer: tell }] of statements.entries()) tell?.(answers[index] ?? []);
  return answers.at(-1) ?? [];
}

/**
 * Runs a body to its end, or throws the first error. A statement whose rows nobody waits for is sent together with the next one
 * that somebody waits for; those at the end still wait to be sent.
 */
export async function drive<Result>(pipe: Pipe, body: Steps<Result>): Promise<Result> {
  let step = body.next();
  while (step.done !== true) {
    pipe.pending.push(onPostgres(step.value));
    step = step.value.unanswered === true ? body.next([]) : await answer(pipe, body);
  }
  return step.value;
}

async function answer<Result>(pipe: Pipe, body: Steps<Result>): Promise<IteratorResult<Statement, Result>> {
  let rows: readonly Row[];
  try {
    rows = await flush(pipe);
  } catch (error) {
    return body.throw(error);
  }
  return body.next(rows);
}

/** A statement of this engine alone, such as `commit`. */
export function plain(sql: string): Statement {
  return { sql, args: [] };
}

/**
 * Text is compared byte by byte, as on SQLite, whatever the language of the database: the columns are made so. Everything else is
 * the same text on both engines.
 */
function onPostgres(statement: Statement): Statement {
  if (statement.args.length > 0 || !/^\s*(?:create|alter) table /.test(statement.sql)) return statement;
  return { ...statement, sql: statement.sql.replace(/(?<=\w )text\b/g, 'text collate "C"') };
}
