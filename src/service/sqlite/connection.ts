import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { DiskFull } from '../blobs/room.ts';
import { Damage } from '../faults.ts';
import { plain, type Row, type Statement, type Steps } from '../sql/sql.ts';

/** How long a statement waits for another process, such as `token create` next to a running service. */
const busyTimeoutMs = 10_000;

export interface Connection {
  exec(sql: string): void;
  run(statement: Statement): readonly Row[];
  /** Whether SQLite still has a transaction open: on a full disk it rolls back by itself. */
  inTransaction(): boolean;
  close(): void;
}

export interface ConnectionOptions {
  readonly readOnly: boolean;
  /** Integers come as bigints, also those that a number cannot hold exactly: without this they cannot be read at all. */
  readonly bigInts?: boolean;
  /** The data need not outlive the process, and may refer to missing rows. */
  readonly scratch?: boolean;
}

export function connect(file: string, { readOnly, bigInts = false, scratch = false }: ConnectionOptions): Connection {
  const database = new DatabaseSync(file, { readOnly, readBigInts: bigInts, timeout: busyTimeoutMs });
  const exec = (sql: string) => {
    try {
      database.exec(sql);
    } catch (error) {
      throw faultOf(error);
    }
  };
  if (!readOnly) {
    exec(`pragma synchronous = ${scratch ? 'off' : 'full'}`);
    exec('pragma journal_mode = wal');
    exec(`pragma foreign_keys = ${scratch ? 'off' : 'on'}`);
  }
  const prepared = new Map<string, StatementSync>();
  return {
    exec,
    run({ sql, args }) {
      try {
        let statement = prepared.get(sql);
        if (statement === undefined) {
          // SQLite finds `?1` by its place; finding `$1` by its name takes four times as long.
          statement = database.prepare(sql.replace(/\$(\d+)/g, '?$1'));
          prepared.set(sql, statement);
        }
        return statement.all(...args.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
      } catch (error) {
        throw faultOf(error);
      }
    },
    inTransaction: () => database.isTransaction,
    close: () => database.close(),
  };
}

/** Runs a body to its end without giving the event loop a turn, so that nothing else can see it half done. */
export function drive<Result>(connection: Connection, body: Steps<Result>): Result {
  let step = body.next();
  while (step.done !== true) step = answer(connection, body, step.value);
  return step.value;
}

function answer<Result>(connection: Connection, body: Steps<Result>, statement: Statement): IteratorResult<Statement, Result> {
  let rows: readonly Row[];
  try {
    rows = connection.run(statement);
    statement.answer?.(rows);
  } catch (error) {
    return body.throw(error);
  }
  return body.next(rows);
}

/** The error behind a SQLite error: damage and a full disk as the store knows them on every engine, anything else as it is. */
export function faultOf(error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return error;
  const { errcode, message } = error;
  // SQLITE_CORRUPT and SQLITE_NOTADB; the bits above the low byte only give details.
  if ([11, 26].includes(errcode & 0xff)) return new Damage(message, { cause: error });
  // SQLITE_FULL and SQLITE_IOERR_SHMSIZE.
  return errcode === 13 || errcode === 4874 ? new DiskFull(message, { cause: error }) : error;
}

/** Whether another process held the lock for longer than a statement waits (SQLITE_BUSY). */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5;
}

/** A database of up to this many bytes is checked whole; SQLite reads some 500 MB a second for it. */
const wholeBytes = 256 * 1024 * 1024;

/** In a larger database, this many of the first and of the last rows of every table are read. */
const sample = 1000;

/** The problem of the database in a file, as far as a start can wait for the check. Throws the errors of SQLite. */
export function checkSqlite(file: string): string | undefined {
  const { size } = statSync(file);
  if (size === 0) return undefined;
  const connection = connect(file, { readOnly: false });
  try {
    return (size <= wholeBytes ? structureProblem(connection) : sampleProblem(connection)) ?? trailProblem(connection);
  } finally {
    connection.close();
  }
}

function structureProblem(connection: Connection): string | undefined {
  const [row] = connection.run(plain('pragma quick_check(1)'));
  const found = String(row?.quick_check);
  return found === 'ok' ? undefined : found.replaceAll('\n', ' ');
}

function sampleProblem(connection: Connection): string | undefined {
  for (const name of tablesOf(connection)) {
    for (const order of ['asc', 'desc']) connection.run(plain(`select * from "${name}" order by rowid ${order} limit ${sample}`));
  }
  return undefined;
}

/** The newest trails must be readable: a page of text has no structure, so a check of the structure would miss its damage. */
function trailProblem(connection: Connection): string | undefined {
  if (!tablesOf(connection).includes('trails')) return undefined;
  const [row] = connection.run(
    plain(`select name from (select * from trails order by rowid desc limit ${sample})
      where not (json_valid(details) and json_valid(repo_ids) and json_valid(compliance)) limit 1`),
  );
  return row === undefined ? undefined : `what is kept of the trail ${String(row.name)} is no JSON any more`;
}

function tablesOf(connection: Connection): readonly string[] {
  return connection.run(plain(`select name from sqlite_schema where type = 'table'`)).map(({ name }) => String(name));
}
