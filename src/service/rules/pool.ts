import { startThread, type Thread } from './thread.ts';
import { openTurns } from '../turns.ts';
import type { Answer, Task } from './rules-thread.ts';

/** More tasks wait than may. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

/** Threads at once. */
const threads = 3;

/** The most threads that one organization has at once: one is always left for the others. */
const mostOfOne = threads - 1;

/** The most tasks that wait for a thread. */
const mostWaiting = 100;

/** Threads that organizations share in turns. */
export interface Pool {
  /** Throws `Busy`, and the errors of a thread. */
  readonly run: (org: string, task: Task) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

interface Waiting extends PromiseWithResolvers<Answer> {
  readonly task: Task;
}

/** Threads start when they are needed, and again after a task that took longer than `limitMs` or too much memory. */
export function openPool(limitMs: number): Pool {
  const turns = openTurns<Waiting>(mostWaiting);
  const free: Thread[] = [];
  const busy = new Map<Thread, string>();
  let isClosed = false;
  const threadsOf = (org: string) => [...busy.values()].filter((each) => each === org).length;
  const begin = (): void => {
    if (isClosed) return;
    while (busy.size < threads) {
      const next = turns.next((org) => threadsOf(org) < mostOfOne);
      if (next === undefined) return;
      void perform(...next);
    }
  };
  const perform = async (org: string, { reject, resolve, task }: Waiting): Promise<void> => {
    const thread = free.pop() ?? startThread(limitMs);
    busy.set(thread, org);
    try {
      resolve(await thread.run(task));
      free.push(thread);
    } catch (error) {
      reject(error);
    }
    busy.delete(thread);
    begin();
  };
  return {
    run(org, task) {
      const waiting = { task, ...Promise.withResolvers<Answer>() };
      turns.add(org, waiting);
      begin();
      turns.surplus()?.reject(new Busy('More evidence is to be judged than can be.'));
      return waiting.promise;
    },
    async close() {
      isClosed = true;
      await Promise.all([...free, ...busy.keys()].map((thread) => thread.end()));
    },
  };
}
