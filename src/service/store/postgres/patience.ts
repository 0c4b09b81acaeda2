import { setTimeout as sleep } from 'node:timers/promises';
import { FateUnknown } from '../unreachable.ts';
import { isConflict, isLost } from './faults.ts';

/** Work waits so long for a database that is away, from when it came, and no more of it than this. */
export const patienceMs = 10_000;
export const mostWaiting = 1000;

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

/** The patience of a process with its database. */
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
