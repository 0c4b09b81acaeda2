import { text } from '../sql/row.ts';
import type { Connection, Connections } from './connections.ts';
import { plain } from './drive.ts';

/** After so many writes of a process, and then each time that there were ten times as many. */
const first = 100;
const last = 100_000;

/**
 * Lets the server look at the tables while they are new. Without that it knows for a minute only that they were empty, and plans
 * that were made for empty tables take any index: each further record then costs more. Later the server does this by itself.
 * Answers the function that counts writes.
 */
export function statisticsOn(connections: Connections): (writes: number) => void {
  let [written, next] = [0, first];
  async function look(): Promise<void> {
    const connection = await connections.take();
    try {
      await analyze(connection);
    } finally {
      connection.release();
    }
  }
  return (writes) => {
    written += writes;
    if (written < next) return;
    next = next < last ? next * 10 : Number.POSITIVE_INFINITY;
    // It only makes others faster.
    look().catch(() => {});
  };
}

/**
 * Lets the server look at the tables of the schema. One that is not named looks at those of all schemas, and in a transaction it keeps
 * a lock on each of them until the end.
 */
export async function analyze(connection: Connection): Promise<void> {
  const [rows = []] = await connection.send(
    plain(`select 'analyze ' || string_agg(quote_ident(relname), ', ') as statement from pg_class
      where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind = 'r'`),
  );
  await connection.send(plain(text(rows[0] ?? {}, 'statement')));
}
