import { tellCommit } from '../sql/commits.ts';
import type { Engine } from '../sql/engine.ts';
import { alone, settle, unitsOf, waitingFor, waitingJoint, type Waiting } from '../sql/waiting.ts';
import type { Connections } from './connections.ts';
import { faultOf } from './faults.ts';
import { openMarks } from './fate.ts';
import { commitGroup } from './group.ts';

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
export function openWriter(connections: Connections, onWritten: (writes: number) => void): Writer {
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
      const ended = await commitGroup(connections, marks, org, { together: unitsOf(group), apart: alone(group) });
      tellCommit(group.length, began);
      onWritten(group.length);
      return settle(ended);
    } catch (error) {
      for (const waiting of group) waiting.reject(faultOf(error));
      return [];
    }
  }

  const add = <Result>({ result, waiting }: { readonly waiting: Waiting; readonly result: Promise<Result> }): Promise<Result> => {
    const lane = lanes.get(waiting.org);
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
