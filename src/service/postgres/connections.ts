import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Pool, PoolClient } from 'pg';
import { wrongUse } from '../../errors/index.ts';
import { FateUnknown, Unreachable } from '../faults.ts';
import { driveBy } from '../sql/engine.ts';
import { text } from '../sql/row.ts';
import { plain, type Row, type Statement, type Steps } from '../sql/sql.ts';
import { within } from '../turns.ts';
import { withPassword, type Address } from './address.ts';
import { Batch, plainValues, statementNames, type Answers, type ReadValues, type StatementNames } from './batch.ts';
import { connectionFault, isConflict, isLost } from './faults.ts';

export interface Connection {
  /** Sends statements in one piece, and answers the rows of each. */
  readonly send: (...statements: readonly Statement[]) => Promise<Answers>;
  /** Gives it back, once. A connection that is broken, or is inside a transaction, is ended. */
  readonly release: () => void;
}

export interface Connections {
  /** Throws `Unreachable` if there is none for so long. */
  readonly take: (withinMs?: number) => Promise<Connection>;
  readonly end: () => Promise<void>;
}

/** Does something on a connection, and gives it back. */
export async function onConnection<Result>(
  { take }: Connections,
  step: (connection: Connection) => Promise<Result>,
  withinMs?: number,
): Promise<Result> {
  const connection = await take(withinMs);
  try {
    return await step(connection);
  } finally {
    connection.release();
  }
}

interface ConnectionsOptions {
  readonly most: number;
  readonly values?: ReadValues;
  /** Absent where a statement may take as long as it needs. */
  readonly statementMs?: number;
}

/** How long a connection may take to open, also if all are in use. */
const connectMs = 10_000;

/** How long the first answer may take. A pooler without a free session takes a connection and is silent; one may be free before long. */
const firstAnswerMs = 5_000;

/** The server ends a transaction in which nothing happens for so long: its process is gone or hangs, and holds a lock. */
const idleMs = 15_000;

/** A server that says nothing for so much longer than a statement may take is not there any more. */
const silentMs = 10_000;

/** Connections to a database, opened when they are needed and kept for the next one. */
export async function openConnections(address: Address, options: ConnectionsOptions): Promise<Connections> {
  const { most, statementMs, values = plainValues } = options;
  const [{ default: pg }, connectionString] = await Promise.all([import('pg'), withPassword(address)]);
  // The driver leaves a connection open whose login failed by itself, such as one without a password.
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString,
    max: most,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'compliance-evidence',
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  });
  // Without a listener, a connection that the server cuts would end the process. Its user hears of it anyway.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let answeredAt = Number.NEGATIVE_INFINITY;
  pool.on('release', (error) => {
    if (!error) answeredAt = performance.now();
  });
  const answerMs = statementMs === undefined ? undefined : statementMs + silentMs;
  const known = new WeakMap<PoolClient, StatementNames>();
  const open = async (): Promise<Connection> => {
    const askedAt = performance.now();
    const client = await pool.connect().catch((error: unknown) => {
      throw connectionFault(error);
    });
    const isNew = !known.has(client);
    const names = known.get(client) ?? statementNames();
    known.set(client, names);
    let isHeld = true;
    const connection: Connection = {
      send: (...statements) => sendOn(client, new Batch(statements, names, values), answerMs),
      release: () => {
        if (isHeld) client.release(client.getTransactionStatus() !== 'I');
        isHeld = false;
      },
    };
    if (!isNew) return connection;
    try {
      await sendOn(client, new Batch([settings(statementMs)], names, values), firstAnswerMs);
    } catch (error) {
      client.release(true);
      if (answeredAt > askedAt - firstAnswerMs) keepToOpen(pool, most);
      throw error;
    }
    return connection;
  };
  return {
    take: (withinMs) => (withinMs === undefined ? open() : soon(open(), withinMs)),
    end: async () => {
      await pool.end();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** How long none is opened, once one was silent. */
const narrowMs = 30_000;

/** Where others are answered and a new one is not, there is no session for it: for a while, those that are open serve everybody. */
function keepToOpen(pool: Pool, most: number): void {
  pool.options.max = pool.totalCount || most;
  setTimeout(() => (pool.options.max = most), narrowMs).unref();
}

/** One that comes too late is given back. */
function soon(opening: Promise<Connection>, withinMs: number): Promise<Connection> {
  return within(withinMs, opening, () => new Unreachable('no connection is free')).catch((error: unknown) => {
    opening.then(({ release }) => release()).catch(() => {});
    throw error;
  });
}

async function sendOn(client: Client, batch: Batch, answerMs: number | undefined): Promise<Answers> {
  const patience =
    answerMs === undefined
      ? undefined
      : setTimeout(() => client.connection.stream.destroy(new Error('the server does not answer')), answerMs);
  let warning: string | undefined;
  const listen = ({ message = '' }: { readonly message?: string | undefined }) => {
    warning ??= message;
  };
  if (batch.isCommit) client.on('notice', listen);
  try {
    const answers = await client.query(batch).answers;
    // A server whose wait for its copy was ended says so in a warning, and answers as if the copy had the transaction.
    if (warning !== undefined) throw new Error(warning);
    return answers;
  } catch (error) {
    throw connectionFault(error);
  } finally {
    client.off('notice', listen);
    clearTimeout(patience);
  }
}

/** Each statement of the service finds its rows by an index, whatever the values: it is planned once. */
const ofService = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  idle_in_transaction_session_timeout: String(idleMs),
};

/**
 * Settings whatever the server, database or role has: all digits; a commit that waits for the disk, and warns if a copy lacks it; plans by
 * indexes, because a plan for an empty table may be kept; an end of what takes too long, alone; one schema, because objects of another
 * could stand in for the server's.
 */
function settings(statementMs: number | undefined): Statement {
  const wanted = {
    extra_float_digits: '1',
    bytea_output: 'hex',
    client_min_messages: 'warning',
    jit: 'off',
    default_transaction_read_only: 'off',
    default_transaction_isolation: 'read committed',
    standard_conforming_strings: 'on',
    lock_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    ...(statementMs === undefined ? {} : ofService),
    statement_timeout: String(statementMs ?? 0),
  };
  const names = Object.keys(wanted);
  const set = 'pg_catalog.set_config';
  const durable = `${set}('synchronous_commit', case pg_catalog.current_setting('synchronous_commit') when 'off' then 'on'
    else pg_catalog.current_setting('synchronous_commit') end, false)`;
  const alone = `${set}('search_path', coalesce(pg_catalog.quote_ident(pg_catalog.current_schema()), ''), false)`;
  return {
    sql: `select ${[...names.map((name, index) => `${set}('${name}', $${index + 1}, false)`), durable, alone].join(', ')}`,
    args: Object.values(wanted),
  };
}

/** A connection with the statements that were not sent yet, because their rows are not waited for. */
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

/** Runs a body to its end, or throws the first error. Statements without a reader wait for the next one with one; the last still wait. */
export function drive<Result>(pipe: Pipe, body: Steps<Result>): Promise<Result> {
  const ask = async (statement: Statement): Promise<readonly Row[]> => {
    pipe.pending.push(onPostgres(statement));
    return statement.unanswered === true ? [] : await flush(pipe);
  };
  return driveBy(ask, body);
}

/** Text is compared byte by byte, as on SQLite, whatever the language of the database. The rest is the same text on both engines. */
function onPostgres(statement: Statement): Statement {
  if (statement.args.length > 0 || !/^\s*(?:create|alter) table /.test(statement.sql)) return statement;
  return { ...statement, sql: statement.sql.replace(/(?<=\w )text\b/g, 'text collate "C"') };
}

const session = plain(`select pg_backend_pid()::text || ' ' || pg_postmaster_start_time()::text as session`);

/**
 * Throws a UsageError if a pooler between here and the server gives each transaction any session that is free: settings, such as
 * to wait for the disk, and prepared statements would be those of somebody else. Two connections show it: while the first is not
 * inside a transaction, the other one gets its session.
 */
export async function refusePooled(one: Connection, others: Connections, { name }: Address): Promise<void> {
  await onConnection(others, async (other) => {
    const [first] = await one.send(session);
    const [, second] = await other.send(plain('begin'), session);
    const found = [first, second].map((rows) => text(rows?.[0] ?? {}, 'session'));
    // The session of the other one is busy now.
    const isMixed = found[0] === found[1] || text((await one.send(session))[0]?.[0] ?? {}, 'session') !== found[0];
    await other.send(plain('rollback'));
    if (!isMixed) return;
    throw wrongUse(
      `A pooler in front of ${name} gives each transaction another session of the server.`,
      'Let it give each connection a session of its own (PgBouncer: pool_mode = session), or name the server itself.',
    );
  });
}

/** A connection with a session of its own. If there is none, all connections are ended. */
export async function takeOwn(connections: Connections, address: Address): Promise<Connection> {
  let connection: Connection | undefined;
  try {
    connection = await connections.take();
    await refusePooled(connection, connections, address);
    return connection;
  } catch (error) {
    connection?.release();
    await connections.end();
    throw error;
  }
}

/** Work waits so long for a database that is away, from when it came, and no more of it than this. */
export const patienceMs = 10_000;
const mostWaiting = 1000;

const [firstPauseMs, longestPauseMs] = [5, 250];

/** Whether the same work may go through when it runs again: its connection was cut, or another transaction was in its way. */
export function mayRunAgain(error: unknown): boolean {
  return !(error instanceof FateUnknown) && (isLost(error) || isConflict(error));
}

export interface Patience {
  /** Runs work until it goes through, or has waited long enough; `count` requests wait for it. `leftMs` is how long it may still wait. */
  readonly run: <Result>(
    work: (leftMs: number) => Promise<Result>,
    options?: { readonly since?: number; readonly count?: number },
  ) => Promise<Result>;
  /** Whether the database is away, and so many more would be too many. */
  readonly isFull: (more: number) => boolean;
}

export function openPatience(): Patience {
  let waiting = 0;
  const isFull = (more: number): boolean => waiting > 0 && waiting + more > mostWaiting;
  return {
    isFull,
    run: async (work, { since = performance.now(), count = 1 } = {}) => {
      const leftMs = (): number => since + patienceMs - performance.now();
      let first: unknown;
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
        try {
          return await work(Math.max(leftMs(), firstPauseMs));
        } catch (error) {
          if (!mayRunAgain(error) || isFull(count)) throw error;
          // The last one may only say that its time was short.
          first ??= error;
          if (leftMs() <= 0) throw first;
          waiting += count;
          // The more wait, the more seldom each asks: the process has others to answer, and so has the server when it is back.
          const jitter = Math.max(pauseMs, waiting) * (0.5 + Math.random());
          await sleep(Math.min(jitter, Math.max(leftMs(), 0))).finally(() => (waiting -= count));
        }
      }
    },
  };
}
