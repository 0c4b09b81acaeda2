import { readOnly, type Engine, type Upgrade } from '../sql/engine.ts';
import { text } from '../sql/row.ts';
import { plain, type Row, type Statement, type Steps } from '../sql/sql.ts';
import { inTurns } from '../turns.ts';
import type { Address } from './address.ts';
import { exactValues } from './batch.ts';
import { postgresCatalog } from './catalog.ts';
import { drive, flush, onConnection, openConnections, openPatience, refusePooled, takeOwn } from './connections.ts';
import type { Connection, Connections, Patience, Pipe } from './connections.ts';
import { faultOf } from './faults.ts';
import { prepare } from './prepare.ts';
import { openWriter } from './writer.ts';

/** Everything in the transaction sees the same state of the database. */
const beginReading = plain('begin isolation level repeatable read read only');

/** Runs a body on one state of the committed data. */
type ReadOn = <Result>(body: () => Steps<Result>, since?: number) => Promise<Result>;

/** If the connection is cut, the body runs again: it changes nothing. */
function readingOn(connections: Connections, patience: Patience): ReadOn {
  return (body, since = performance.now()) =>
    patience
      .run(async (leftMs) => once(await connections.take(leftMs), body), { since })
      .catch((error: unknown) => {
        throw faultOf(error);
      });
}

async function once<Result>(connection: Connection, body: () => Steps<Result>): Promise<Result> {
  const pipe: Pipe = { connection, pending: [beginReading] };
  try {
    const result = await drive(pipe, body());
    await flush(pipe);
    return result;
  } finally {
    // The answer need not wait for the end of the transaction; the connection does.
    void connection.send(plain('rollback')).then(connection.release, connection.release);
  }
}

interface Waiting {
  readonly first: Statement;
  /** Goes on with the rows of that statement; without them the read begins again, alone. */
  readonly go: (rows: readonly Row[] | undefined) => void;
}

/** Reads of one quick statement. Those of one turn of the event loop go in one piece, equal ones once, without a transaction. */
function quickReads(connections: Connections, readOn: ReadOn): Engine['read'] {
  let waiting: Waiting[] = [];

  async function send(): Promise<void> {
    const all = Map.groupBy(waiting, ({ first }) => JSON.stringify([first.sql, first.args]));
    waiting = [];
    const statements = [...all.values()].flatMap(([each]) => each?.first ?? []);
    const answers = await onConnection(connections, (connection) => connection.send(...statements)).catch(() => []);
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

/** After so many writes of a process, and then each time that there were ten times as many. */
const first = 100;
const last = 100_000;

/**
 * Lets the server look at new tables. Otherwise it takes them for empty for a minute, and its plans take any index: each record costs more.
 * Later it looks by itself. Answers the function that counts writes.
 */
export function statisticsOn(connections: Connections): (writes: number) => void {
  let [written, next] = [0, first];
  return (writes) => {
    written += writes;
    if (written < next) return;
    next = next < last ? next * 10 : Number.POSITIVE_INFINITY;
    // It only makes others faster.
    onConnection(connections, analyze).catch(() => {});
  };
}

/** Lets the server look at our schema's tables. Without names it looks at all schemas, and a transaction locks each table until its end. */
export async function analyze(connection: Connection): Promise<void> {
  const [rows = []] = await connection.send(
    plain(`select 'analyze ' || string_agg(quote_ident(relname), ', ') as statement from pg_class
      where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind = 'r'`),
  );
  await connection.send(plain(text(rows[0] ?? {}, 'statement')));
}

/** The connections of one process. A server has a hundred by default. */
const readers = 6;
const writers = 4;

/** So many of the readers may be busy with what takes long, and with that of one organization. */
const slowReaders = 3;
const slowReadersOfOne = 2;

/** The longest time for one statement of the service, with its wait for a lock. */
const statementMs = 30_000;

export async function openPostgres(address: Address): Promise<Engine> {
  const reading = await openConnections(address, { most: readers, statementMs });
  const writing = await openConnections(address, { most: writers, statementMs });
  const end = async () => {
    await Promise.all([reading.end(), writing.end()]);
  };
  let upgrade: Upgrade | undefined;
  try {
    await onConnection(reading, (connection) => refusePooled(connection, writing, address));
    upgrade = await prepare(writing, address);
  } catch (error) {
    await end();
    throw error;
  }
  const patience = openPatience();
  const readOn = readingOn(reading, patience);
  const slow = inTurns(slowReaders, slowReadersOfOne);
  const { settled, write, writeJoint } = openWriter(writing, patience, statisticsOn(reading));
  return {
    write,
    writeJoint,
    read: (body) => readOn(body),
    readQuickly: quickReads(reading, readOn),
    readSlowly: (body, org) => slow(org, () => readOn(body)),
    close: async () => {
      await settled();
      await end();
    },
    catalog: postgresCatalog,
    upgrade,
  };
}

/** One state of a database, whatever is written to it meanwhile; it takes no writes, and its integers are bigints. */
export async function openSnapshot(address: Address): Promise<Engine> {
  const connections: Connections = await openConnections(address, { most: 2, values: exactValues });
  const connection = await takeOwn(connections, address);
  const pipe: Pipe = { connection, pending: [beginReading] };
  return readOnly({
    read: (body) =>
      drive(pipe, body()).catch((error: unknown) => {
        throw faultOf(error);
      }),
    close: async () => {
      connection.release();
      await connections.end();
    },
    catalog: postgresCatalog,
  });
}
