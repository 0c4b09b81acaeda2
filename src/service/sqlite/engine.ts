import { Worker } from 'node:worker_threads';
import { Damage } from '../faults.ts';
import { formOf, migrate, newForms, refuseOtherForm, type Form } from '../migrations/migrations.ts';
import { driveBy, readOnly, type Catalog, type Engine, type Upgrade } from '../sql/engine.ts';
import { column, readAll, readOne, text } from '../sql/row.ts';
import { plain, query, sql, verbatim, type Row, type Statement, type Steps } from '../sql/sql.ts';
import { inTurns } from '../turns.ts';
import { connect, drive } from './connection.ts';
import { groupCommit } from './group-commit.ts';
import type { Answer } from './reading-thread.ts';

/** Threads at once: a statement in this thread would hold up everybody. One organization has one at a time. */
const threads = 2;

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const [begin, rollback] = [plain('begin'), plain('rollback')];

/** Reads in threads of their own, which start when they are needed. */
function slowReads(file: string): { readonly read: Engine['readSlowly']; readonly close: () => Promise<void> } {
  const turns = inTurns(threads, 1);
  const free: Worker[] = [];
  const all = new Set<Worker>();

  function start(): Worker {
    const worker = new Worker(new URL(`./reading-thread.${extension}`, import.meta.url), { workerData: file, env: {}, execArgv: [] });
    // An idle thread does not keep the program running.
    worker.unref();
    worker.on('error', () => {});
    worker.once('exit', () => all.delete(worker));
    all.add(worker);
    return worker;
  }

  /** One that has ended meanwhile is not taken again. */
  function nextFree(): Worker | undefined {
    for (let worker = free.pop(); worker !== undefined; worker = free.pop()) if (all.has(worker)) return worker;
    return undefined;
  }

  async function readOn<Result>(body: () => Steps<Result>): Promise<Result> {
    const worker = nextFree() ?? start();
    await ask(worker, begin);
    try {
      return await driveBy((statement) => ask(worker, statement), body());
    } finally {
      if (all.has(worker)) {
        await ask(worker, rollback);
        free.push(worker);
      }
    }
  }

  return {
    read: (body, org) => turns(org, () => readOn(body)),
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

async function ask(worker: Worker, { answer: tell, args, sql }: Statement): Promise<readonly Row[]> {
  const { promise, reject, resolve } = Promise.withResolvers<readonly Row[]>();
  const ended = () => reject(new Error('A thread that reads has ended.'));
  worker.once('exit', ended);
  worker.once('message', (answer: Answer) => {
    worker.off('exit', ended);
    if ('rows' in answer) resolve(answer.rows);
    else reject(answer.isDamage ? new Damage(answer.problem) : new Error(answer.problem));
  });
  // While an answer is waited for, the program runs on.
  worker.ref();
  worker.postMessage({ sql, args });
  const rows = await promise.finally(() => worker.unref());
  tell?.(rows);
  return rows;
}

export const sqliteCatalog: Catalog = {
  size: (column) => verbatim(`octet_length(${column})`),
  columns: (table) => readAll(column('name', text), sql`select name from pragma_table_info(${table}) order by cid`),
  *structure() {
    // The names of SQLite's own objects, such as statistics, begin with `sqlite_`.
    const made = yield* query(
      sql`select type, name, sql from sqlite_schema where name not like 'sqlite\\_%' escape '\\' order by type, name`,
    );
    return new Map(made.map((row) => [`${String(row.type)} ${String(row.name)}`, String(row.sql).replace(/\s+/g, ' ')]));
  },
  *indexProblem(table) {
    const found = yield* readOne(column('integrity_check', text), sql`pragma integrity_check('${verbatim(table)}')`);
    return found === 'ok' ? undefined : (found ?? 'it cannot be checked');
  },
};

/** The form that this program gives to new data, in the words of a catalog that describes SQLite. */
export function newForm(catalog: Catalog): Form {
  const made = connect(':memory:', { readOnly: false });
  try {
    drive(made, migrate());
    return drive(made, formOf(catalog));
  } finally {
    made.close();
  }
}

/** One state of the database in a file, whatever is written to it meanwhile; it takes no writes, and its integers are bigints. */
export function openSnapshot(file: string): Engine {
  const reader = connect(file, { readOnly: true, bigInts: true });
  reader.run(begin);
  return readOnly({ read: async (body) => drive(reader, body()), close: async () => reader.close(), catalog: sqliteCatalog });
}

/** Opens a SQLite file with one writer and one reader; makes or updates it. A scratch one is not durable, and may refer to missing rows. */
export function openSqlite(file: string, { scratch = false }: { readonly scratch?: boolean } = {}): Engine {
  const writer = connect(file, { readOnly: false, scratch });
  let upgrade: Upgrade | undefined;
  try {
    writer.exec('begin immediate');
    upgrade = drive(writer, migrate());
    if (!scratch) refuseOtherForm(drive(writer, formOf(sqliteCatalog)), newForms.sqlite, () => newForm(sqliteCatalog));
    writer.exec('commit');
  } catch (error) {
    writer.close();
    throw error;
  }
  // A separate reader never sees uncommitted data of the writer.
  const reader = connect(file, { readOnly: true });
  const { flush, write, writeJoint } = groupCommit(writer);
  const slow = slowReads(file);
  const read: Engine['read'] = async (body) => {
    reader.run(begin);
    try {
      return drive(reader, body());
    } finally {
      reader.run(rollback);
    }
  };
  return {
    write,
    writeJoint,
    read,
    // One statement sees one state by itself.
    readQuickly: async (body) => drive(reader, body()),
    readSlowly: slow.read,
    close: async () => {
      flush();
      await slow.close();
      reader.close();
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
    },
    catalog: sqliteCatalog,
    upgrade,
  };
}
