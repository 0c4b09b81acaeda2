import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { FateUnknown, Unreachable } from '../faults.ts';
import { tellCommit, type Engine } from '../sql/engine.ts';
import { flag } from '../sql/row.ts';
import { plain, type Statement } from '../sql/sql.ts';
import { alone, settle, unitsOf, waitingFor, waitingJoint, type Ended, type Unit, type Waiting } from '../sql/waiting.ts';
import { drive, flush, mayRunAgain, patienceMs, type Connection, type Connections, type Patience, type Pipe } from './connections.ts';
import { faultOf, isConflict, isLost } from './faults.ts';

/** How long to wait until the server is back, or has ended a transaction that still runs. */
const askingMs = 10_000;
const pauseMs = 100;

/** Each transaction leaves a mark, in case its end is not seen. The server's own number may be another transaction's after a crash. */
interface Marks {
  /** A transaction begins with this statement. It also removes a mark that is no longer needed. */
  readonly leave: (id: string) => Statement;
  /** This mark will not be asked for again: a later transaction removes it. */
  readonly forget: (id: string) => void;
  /** The transaction with this mark was not kept, or that is not known: so the mark that it removed may still be there. */
  readonly takeBack: (id: string) => void;
}

/** The table of the marks. A start removes those that were left by processes that are gone. */
export const marksTable = [
  `create table if not exists marks (id text primary key, is_kept boolean not null, at timestamptz not null default now())`,
  `delete from marks where at < now() - interval '1 day'`,
];

export function openMarks(): Marks {
  const forgotten: string[] = [];
  /** The marks that transactions under way remove, by their own. */
  const removed = new Map<string, string>();
  return {
    leave: (id) => {
      const gone = forgotten.shift();
      if (gone !== undefined) removed.set(id, gone);
      return {
        sql: 'with gone as (delete from marks where id = $2) insert into marks (id, is_kept) values ($1, true)',
        args: [id, gone ?? ''],
      };
    },
    forget: (id) => {
      removed.delete(id);
      forgotten.push(id);
    },
    takeBack: (id) => {
      const gone = removed.get(id);
      removed.delete(id);
      if (gone !== undefined) forgotten.push(gone);
    },
  };
}

/**
 * Whether the transaction with this mark was kept; `unknown` if the server does not say. If it was not, it never will be, even if
 * it is still on its way: another mark is in its place then. The answer is as durable as the transaction, also on a copy of the
 * server if that is waited for, because it is a write too.
 */
export async function fateOf(connections: Connections, id: string): Promise<'committed' | 'aborted' | 'unknown'> {
  const began = performance.now();
  while (performance.now() - began < askingMs) {
    const isKept = await ask(connections, id).catch(() => undefined);
    if (isKept !== undefined) return isKept ? 'committed' : 'aborted';
    await sleep(pauseMs);
  }
  return 'unknown';
}

async function ask(connections: Connections, id: string): Promise<boolean | undefined> {
  const connection = await connections.take();
  try {
    const [, , rows] = await connection.send(
      plain('begin isolation level read committed read write'),
      // It waits for a transaction that still runs, and not for as long as a statement may take.
      plain(`set local lock_timeout = '1s'`),
      { sql: 'insert into marks (id, is_kept) values ($1, false) on conflict (id) do update set at = now() returning is_kept', args: [id] },
      plain('commit'),
    );
    const row = rows?.[0];
    return row === undefined ? undefined : flag(row, 'is_kept');
  } catch (error) {
    // Without it, the next one would get this connection inside a failed transaction.
    await connection.send(plain('rollback')).catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}

/** The same writes in two ways: as few bodies as there may be, and each with a body of its own. */
interface Group {
  readonly org: string;
  /** How long it may wait for a connection. */
  readonly leftMs: number;
  readonly together: readonly Unit[];
  readonly apart: readonly Unit[];
}

/** Writes that are of no organization wait for each other, in all processes, at this row. */
const sharedTurn: Statement = plain(`select name from locks where name = 'shared' for update`);

/**
 * Runs bodies one after the other in one transaction, and answers the end of each when that is durable. A body that fails is left
 * out. Throws if nothing was written, or if that is not known.
 */
async function commitGroup(connections: Connections, marks: Marks, group: Group): Promise<readonly Ended[]> {
  const transact = (run: Run) => transaction(connections, marks, group, run);
  try {
    return await transact((pipe) => together(pipe, group.together));
  } catch (error) {
    // One of them failed, and took the others with it: now each for itself.
    if (mayRunAgain(error) || error instanceof FateUnknown || group.apart.length === 1) throw error;
    return await transact((pipe) => apart(pipe, group.apart));
  }
}

type Run = (pipe: Pipe) => Promise<readonly Ended[]>;

async function transaction(connections: Connections, marks: Marks, { leftMs, org }: Group, run: Run): Promise<readonly Ended[]> {
  const connection = await connections.take(leftMs);
  const first = org === '' ? [sharedTurn] : [];
  const mark = randomUUID();
  const begin = [plain('begin isolation level read committed read write'), marks.leave(mark)];
  const pipe: Pipe = { connection, pending: [...begin, ...first] };
  let ended: readonly Ended[] | undefined;
  try {
    ended = await run(pipe);
    pipe.pending.push(plain('commit'));
    await flush(pipe);
    marks.forget(mark);
    return ended;
  } catch (error) {
    // A server that breaks down during a commit still says why, and may have kept it.
    const isCut = isLost(error) || !(await isRolledBack(connection));
    const isAsked = ended !== undefined && isCut;
    // The commit was sent, and its answer did not come. The question needs a connection of its own.
    if (isAsked) connection.release();
    const fate = isAsked ? await fateOf(connections, mark) : 'aborted';
    if (fate !== 'committed') marks.takeBack(mark);
    if (ended === undefined || !isAsked) throw error;
    if (fate === 'unknown') {
      throw new FateUnknown('The connection was cut during a commit, and it is not known whether it was kept.', { cause: error });
    }
    marks.forget(mark);
    if (fate === 'aborted') throw error;
    return ended;
  } finally {
    connection.release();
  }
}

/** Ends a transaction that failed. `false` if the connection is cut. */
async function isRolledBack(connection: Connection): Promise<boolean> {
  try {
    await connection.send(plain('rollback'));
    return true;
  } catch {
    return false;
  }
}

/** All bodies as one: the statements that end one are sent together with the first one of the next. */
async function together(pipe: Pipe, units: readonly Unit[]): Promise<readonly Ended[]> {
  const ended: Ended[] = [];
  for (const unit of units) ended.push({ unit, results: await drive(pipe, unit.body()) });
  return ended;
}

/** Each body in a savepoint of its own, so that a failing one spoils no other. */
async function apart(pipe: Pipe, units: readonly Unit[]): Promise<readonly Ended[]> {
  const ended: Ended[] = [];
  for (const unit of units) {
    pipe.pending.push(plain('savepoint one'));
    await flush(pipe);
    try {
      const results = await drive(pipe, unit.body());
      pipe.pending.push(plain('release savepoint one'));
      await flush(pipe);
      ended.push({ unit, results });
    } catch (error) {
      if (isConflict(error) || isLost(error)) throw error;
      pipe.pending = [plain('rollback to savepoint one'), plain('release savepoint one')];
      ended.push({ unit, error: faultOf(error) });
    }
  }
  return ended;
}

interface Writer extends Pick<Engine, 'write' | 'writeJoint'> {
  /** Answers when nothing waits any more. */
  readonly settled: () => Promise<void>;
}

/** So many writes share a transaction at most: other processes that write to the organization wait for its end. */
const most = 64;

/**
 * Group commit: writes that come for an organization while its last transaction is on its way share the next one, in order. Organizations
 * do not wait for each other. Nobody is answered before the commit.
 */
export function openWriter(connections: Connections, patience: Patience, onWritten: (writes: number) => void): Writer {
  /** The writes that wait, by organization; '' are those of none. */
  const lanes = new Map<string, Waiting[]>();
  const running = new Set<Promise<void>>();
  const marks = openMarks();

  async function run(org: string, lane: Waiting[]): Promise<void> {
    // Those that come in one turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (lane.length > 0) lane.unshift(...(await commit(org, lane.splice(0, most))));
    lanes.delete(org);
  }

  async function commit(org: string, group: readonly Waiting[]): Promise<readonly Waiting[]> {
    const began = performance.now();
    try {
      const units = { together: unitsOf(group), apart: alone(group) };
      const since = Math.min(...group.map((waiting) => waiting.since));
      const ended = await patience.run((leftMs) => commitGroup(connections, marks, { org, leftMs, ...units }), {
        since,
        count: group.length,
      });
      tellCommit(group.length, began);
      onWritten(group.length);
      return settle(ended);
    } catch (error) {
      // Those that came later still have time, if the others did not fail for another reason than the time.
      const isOver = ({ since }: Waiting): boolean => performance.now() - since >= patienceMs;
      const left = mayRunAgain(error) && group.some(isOver) ? group.filter((waiting) => !isOver(waiting)) : [];
      for (const waiting of group) if (!left.includes(waiting)) waiting.reject(faultOf(error));
      return left;
    }
  }

  const add = <Result>({ result, waiting }: { readonly waiting: Waiting; readonly result: Promise<Result> }): Promise<Result> => {
    const lane = lanes.get(waiting.org);
    if (patience.isFull((lane?.length ?? 0) + 1)) {
      waiting.reject(new Unreachable('The database is away, and too many wait for it.'));
      return result;
    }
    if (lane === undefined) {
      const begun = [waiting];
      lanes.set(waiting.org, begun);
      const work = run(waiting.org, begun).finally(() => running.delete(work));
      running.add(work);
    } else {
      lane.push(waiting);
    }
    return result;
  };

  return {
    write: (body, org = '') => add(waitingFor(body, org)),
    writeJoint: (joint) => add(waitingJoint(joint)),
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
