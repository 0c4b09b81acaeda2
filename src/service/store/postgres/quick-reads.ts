import type { Engine } from '../sql/engine.ts';
import type { Row, Statement, Steps } from '../sql/statement.ts';
import type { Answers } from './batch.ts';
import type { Connections } from './connections.ts';
import type { ReadOn } from './reader.ts';

/** A read that waits, by its first statement. */
interface Waiting {
  readonly first: Statement;
  /** Goes on with the rows of that statement; without them the read begins again, alone. */
  readonly go: (rows: readonly Row[] | undefined) => void;
}

/**
 * Reads of one quick statement each. The statements of those that come in one turn of the event loop go to the server in one
 * piece, equal ones once, and need no transaction.
 */
export function quickReads(connections: Connections, readOn: ReadOn): Engine['read'] {
  let waiting: Waiting[] = [];

  async function send(): Promise<void> {
    const all = Map.groupBy(waiting, ({ first }) => JSON.stringify([first.sql, first.args]));
    waiting = [];
    const statements = [...all.values()].flatMap(([each]) => each?.first ?? []);
    const answers = await answersTo(connections, statements).catch(() => []);
    for (const [index, same] of [...all.values()].entries()) for (const { go } of same) go(answers[index]);
  }

  return <Result>(body: () => Steps<Result>) => {
    const since = performance.now();
    const steps = body();
    const first = steps.next();
    if (first.done === true) return Promise.resolve(first.value);
    const { promise, reject, resolve } = Promise.withResolvers<Result>();
    const go = (rows: readonly Row[] | undefined): void => {
      try {
        const next = rows === undefined ? undefined : steps.next(rows);
        // A second statement would not see the same state.
        resolve(next?.done === true ? next.value : readOn(body, since));
      } catch (error) {
        reject(error);
      }
    };
    if (waiting.length === 0) setImmediate(() => void send());
    waiting.push({ first: first.value, go });
    return promise;
  };
}

async function answersTo(connections: Connections, statements: readonly Statement[]): Promise<Answers> {
  const connection = await connections.take();
  try {
    return await connection.send(...statements);
  } finally {
    connection.release();
  }
}
