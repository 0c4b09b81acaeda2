import { randomUUID } from 'node:crypto';
import type { Statement } from '../sql/statement.ts';
import type { Ended, Unit } from '../sql/waiting.ts';
import { FateUnknown } from '../unreachable.ts';
import type { Connection, Connections } from './connections.ts';
import { drive, flush, plain, type Pipe } from './drive.ts';
import { faultOf, isConflict, isLost } from './faults.ts';
import { mayRunAgain } from './patience.ts';
import { fateOf, type Marks } from './fate.ts';

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
export async function commitGroup(connections: Connections, marks: Marks, group: Group): Promise<readonly Ended[]> {
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
