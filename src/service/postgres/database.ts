import { randomUUID } from 'node:crypto';
import { type UsageError, wrongUse } from '../../errors/index.ts';
import type { Backend, Environment, RequestCounts, Restoring } from '../backend.ts';
import type { RestoredFiles } from '../blobs/blobs.ts';
import { filesPlace } from '../blobs/place.ts';
import { FateUnknown } from '../faults.ts';
import type { Engine } from '../sql/engine.ts';
import { number, text } from '../sql/row.ts';
import { plain, query, sql, type Row, type Statement, type Steps } from '../sql/sql.ts';
import { readAddress, type Address } from './address.ts';
import { exactValues } from './batch.ts';
import { openDerived, postgresCatalog } from './catalog.ts';
import { drive, flush, onConnection, openConnections, openPatience, takeOwn, type Connections, type Pipe } from './connections.ts';
import { analyze, openPostgres, openSnapshot } from './engine.ts';
import { faultOf, isLost, isMadeMeanwhile, openingFault } from './faults.ts';
import { findIn, makeTables } from './prepare.ts';
import { fateOf, openMarks } from './writer.ts';

/** Each statement finds its rows by an index; and a large file may come from far away between two statements. */
const settings = [
  'set local plan_cache_mode = force_generic_plan',
  'set local enable_seqscan = off',
  'set local idle_in_transaction_session_timeout = 0',
];

/** The server looks at the new tables after so many writes, and then each time that there were ten times as many. */
const firstLook = 100;

/** Restores in one transaction with the tables, so that a process that ends early leaves none. The files are incoming until then. */
async function openRestoring(address: Address, openFiles: () => Promise<RestoredFiles>, place: Backend): Promise<Restoring> {
  const connections = await openConnections(address, { most: 2, values: exactValues });
  const connection = await takeOwn(connections, address);
  const pipe: Pipe = { connection, pending: [] };
  let ended: Promise<void> | undefined;
  const end = () => {
    connection.release();
    return (ended ??= connections.end());
  };
  try {
    const found = await findIn(connection, address);
    if (found !== 'empty') throw notEmpty(address.name, 'it holds tables');
    const files = await openFiles();
    pipe.pending.push(plain('begin isolation level read committed read write'), ...settings.map(plain));
    await makeTables(pipe).catch((error: unknown) => {
      throw isMadeMeanwhile(error) ? notEmpty(address.name, 'another program makes tables there') : error;
    });
    let [writes, next] = [0, firstLook];
    let isCommitting = false;
    const run = async <Result>(body: () => Steps<Result>): Promise<Result> => {
      try {
        const result = await drive(pipe, body());
        await flush(pipe);
        return result;
      } catch (error) {
        throw faultOf(error);
      }
    };
    const look = async () => {
      await flush(pipe);
      await analyze(connection);
    };
    const engine: Engine = {
      read: run,
      readQuickly: run,
      readSlowly: run,
      write: async (body) => {
        const result = await run(body);
        writes += 1;
        if (writes === next) {
          next *= 10;
          await look();
        }
        return result;
      },
      writeJoint: () => Promise.reject(new Error('A restore writes what was recorded, and records nothing.')),
      close: async () => {},
      catalog: postgresCatalog,
    };
    return {
      engine,
      files,
      place: { ...place, find: async () => {}, openSnapshot: async () => engine },
      settle: look,
      keep: async () => {
        const marks = openMarks();
        const mark = randomUUID();
        pipe.pending.push(marks.leave(mark), plain('commit'));
        isCommitting = true;
        await flush(pipe).catch(async (error: unknown) => {
          // The answer of a server that took it back says so.
          isCommitting = isLost(error);
          if (!isCommitting) throw faultOf(error);
          connection.release();
          if ((await fateOf(connections, mark)) === 'committed') return;
          throw new FateUnknown('The connection was cut during the commit, and it is not known whether everything was kept.', {
            cause: error,
          });
        });
        await end();
        await files.keep();
      },
      drop: async () => {
        await end();
        // It may be unknown whether the commit came through: then the files may be those of records.
        if (!isCommitting) await files.drop();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

function notEmpty(name: string, why: string): UsageError {
  return wrongUse(`The database ${name} is not empty: ${why}. Nothing was changed.`, 'Restore into an empty database.');
}

/** A window that ends later than a new one was begun before the clock of the server was put back. */
const isOver = '(known.ends_at <= now() or known.ends_at > excluded.ends_at)';

/** Counts in one statement of its own, by the clock of the server: the processes may have different ones. */
const add = `insert into request_counts as known (caller, ends_at, count) values ($1, now() + $2::bigint * interval '1 ms', 1)
  on conflict (caller) do update set
    count = case when ${isOver} then 1 else known.count + 1 end,
    ends_at = case when ${isOver} then excluded.ends_at else known.ends_at end
  returning count, ceil(extract(epoch from ends_at - now()) * 1000)::bigint as left_ms`;

/** Without this, callers that did not come again would be kept for ever. */
const forget = `delete from request_counts where ends_at < now() - interval '1 hour'`;

/** Once in so many requests. */
const forgetEvery = 10_000;

/** The requests of each caller, counted by all services of a database together. */
export function requestCountsOn(connections: () => Promise<Connections>): RequestCounts {
  let added = 0;
  const patience = openPatience();
  const count = async (statements: readonly Statement[], leftMs: number): Promise<Row> => {
    const answers = await onConnection(await connections(), (connection) => connection.send(...statements), leftMs);
    return answers.at(-1)?.[0] ?? {};
  };
  return {
    add: async (caller, windowMs) => {
      added += 1;
      const cleaning = added % forgetEvery === 0 ? [{ sql: forget, args: [] }] : [];
      const statements = [...cleaning, { sql: add, args: [caller, windowMs] }];
      try {
        // A request that is counted twice, because the answer was lost, costs its caller one.
        const row = await patience.run((leftMs) => count(statements, leftMs));
        return { count: number(row, 'count'), leftMs: Math.max(0, number(row, 'left_ms')) };
      } catch (error) {
        throw faultOf(error);
      }
    },
  };
}

/** The settings of a server, which no connection can change, that let it answer a commit before it is safe on the disk. */
async function riskOf(engine: Engine): Promise<string | undefined> {
  const rows = await engine.read(() =>
    query(sql`select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off' order by name`),
  );
  if (rows.length === 0) return undefined;
  const off = rows.map((row) => `${text(row, 'name')} = off`).join(' and ');
  return `The server of the database has ${off}: when its machine fails, records that were answered may be gone or damaged. Turn it on.`;
}

export interface DatabaseOptions {
  readonly url: string;
  /** Where the attached files are: a folder that every process of the service reaches, or `s3://BUCKET/PREFIX`. Some commands need none. */
  readonly blobs?: string | undefined;
  /** With the user and the password of the database, and the credentials of the bucket, where the addresses do not say them. */
  readonly env?: Environment;
}

/** A PostgreSQL database, and a place for files. Any number of services may share both: the rows of the database are their locks. */
export function postgresDatabase({ blobs, env = {}, url }: DatabaseOptions): Backend {
  const address = readAddress(url, env);
  const { name } = address;
  const files = filesPlace(blobs, env);
  const opening = <Result>(step: Promise<Result>): Promise<Result> =>
    step.catch((error: unknown) => {
      throw openingFault(error, address);
    });
  let counting: Promise<Connections> | undefined;

  async function find(): Promise<void> {
    const connections = await openConnections(address, { most: 1, statementMs: 10_000 });
    try {
      const found = await onConnection(connections, (connection) => findIn(connection, address));
      if (found === 'ours') return;
      const message = found === 'empty' ? `The database ${name} holds no data` : `The database ${name} holds tables of something else`;
      throw wrongUse(
        `${message}. Nothing was made.`,
        found === 'empty'
          ? 'Look at the spelling of its name; `token create --init` begins there.'
          : 'Give the service a database of its own.',
      );
    } finally {
      await connections.end();
    }
  }

  const backend: Backend = {
    name,
    find: () => opening(find()),
    claim: async () => {
      await files.claim();
      return () => void counting?.then((connections) => connections.end());
    },
    open: () => opening(openPostgres(address)),
    risk: riskOf,
    openBlobs: (hasBlob) => files.open(hasBlob),
    files: files.kept,
    requestCounts: requestCountsOn(() => (counting ??= openConnections(address, { most: 2, statementMs: 10_000 }))),
    openSnapshot: () => opening(openSnapshot(address)),
    openScratch: openDerived,
    openEmpty: () => opening(openRestoring(address, files.openEmpty, backend)),
  };
  return backend;
}
