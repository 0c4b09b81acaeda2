import { tellCommit } from '../sql/commits.ts';
import type { Engine } from '../sql/engine.ts';
import { alone, settle, unitsOf, waitingFor, waitingJoint, type Waiting } from '../sql/waiting.ts';
import { Unreachable } from '../unreachable.ts';
import type { Connections } from './connections.ts';
import { faultOf } from './faults.ts';
import { openMarks } from './fate.ts';
import { commitGroup } from './group.ts';
import { mayRunAgain, patienceMs, type Patience } from './patience.ts';

export interface Writer extends Pick<Engine, 'write' | 'writeJoint'> {
  /** Answers when nothing waits any more. */
  readonly settled: () => Promise<void>;
}

/** So many writes share a transaction at most: other processes that write to the organization wait for its end. */
const most = 64;

/**
 * Writes with group commit: those that come for one organization while its last transaction is on its way go into the next one
 * together, in their order, and share its wait for the disk. Organizations do not wait for each other. Nobody is answered before
 * the commit.
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
