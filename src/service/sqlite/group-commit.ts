import { Unreachable } from '../faults.ts';
import { tellCommit, type Engine } from '../sql/engine.ts';
import { alone, settle, unitsOf, waitingFor, waitingJoint, type Ended, type Unit, type Waiting } from '../sql/waiting.ts';
import { plain } from '../sql/sql.ts';
import { drive, isBusy, type Connection } from './connection.ts';

export interface GroupCommit extends Pick<Engine, 'write' | 'writeJoint'> {
  /** Writes the queued items now. */
  readonly flush: () => void;
}

/** After this time a group ends and the rest of the queue becomes the next one, so that reads need not wait for all of it. */
const longestMs = 50;

/** The longest time that a group waits for more writes that are on their way. */
const gatherMs = 5;

/**
 * Group commit: writes that come together share one transaction, and its cost. If one fails, nothing is kept, and each is written again in
 * its own savepoint, so that a failing one spoils no other. Nobody is answered before the commit.
 */
export function groupCommit(connection: Connection): GroupCommit {
  const queue: Waiting[] = [];

  /** Commits after a turn without more writes: each commit waits for the disk, and many writes together wait for one. */
  function gather(queued: number, since: number): void {
    setImmediate(() => {
      if (queue.length > queued && performance.now() - since < gatherMs) gather(queue.length, since);
      else commitNext();
    });
  }

  function commitNext(): void {
    if (queue.length === 0) return;
    const group = queue.splice(0);
    const began = performance.now();
    let units = unitsOf(group);
    let ended: readonly Ended[];
    try {
      ended = transaction(connection, units, run);
      if (group.length > 1 && ended.some((end) => 'error' in end)) {
        units = alone(group);
        ended = transaction(connection, units, inSavepoint);
      }
      tellCommit(group.length, began);
    } catch (cause) {
      // Another process holds the lock for longer than a write waits.
      const error = isBusy(cause) ? new Unreachable('another process writes to it for long', { cause }) : cause;
      ended = units.map((unit) => ({ unit, error }));
    }
    const left = units.slice(ended.length).flatMap(({ members }) => members);
    queue.unshift(...settle(ended), ...left);
    if (queue.length > 0) setImmediate(commitNext);
  }

  const add = <Result>({ result, waiting }: { readonly waiting: Waiting; readonly result: Promise<Result> }): Promise<Result> => {
    if (queue.length === 0) gather(0, performance.now());
    queue.push(waiting);
    return result;
  };
  return {
    flush: () => {
      while (queue.length > 0) commitNext();
    },
    write: (body, org = '') => add(waitingFor(body, org)),
    writeJoint: (joint) => add(waitingJoint(joint)),
  };
}

/** Runs units in one transaction until there are no more, or others waited long enough. Answers the end of those that were begun. */
function transaction(connection: Connection, units: readonly Unit[], how: typeof run): readonly Ended[] {
  const ended: Ended[] = [];
  const until = performance.now() + longestMs;
  let begun = 0;
  connection.run(begin);
  try {
    for (const unit of units) {
      if (begun > 0 && performance.now() >= until) break;
      begun += 1;
      ended.push(how(connection, unit));
    }
    connection.run(commit);
    return ended;
  } catch (error) {
    if (connection.inTransaction()) connection.run(rollback);
    return units.slice(0, begun).map((unit) => ({ unit, error }));
  }
}

const [begin, commit, rollback] = [plain('begin immediate'), plain('commit'), plain('rollback')];
const [savepoint, release, back] = [plain('savepoint one'), plain('release one'), plain('rollback to one')];

function run(connection: Connection, unit: Unit): Ended {
  return { unit, results: drive(connection, unit.body()) };
}

function inSavepoint(connection: Connection, unit: Unit): Ended {
  connection.run(savepoint);
  try {
    const ended = run(connection, unit);
    connection.run(release);
    return ended;
  } catch (error) {
    // SQLite ends the whole transaction itself on a full disk or an I/O error: then nothing of the group was written.
    if (!connection.inTransaction()) throw error;
    connection.run(back);
    connection.run(release);
    return { unit, error };
  }
}
