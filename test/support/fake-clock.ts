import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/client/index.ts';

/** A clock on which time passes only while somebody waits, and then at once. */
export interface FakeClock extends Clock {
  /** The waits so far, in milliseconds. */
  readonly waits: readonly number[];
  /** Lets time pass, as a slow answer would. */
  pass(milliseconds: number): void;
}

/** `onWait` is told of each wait before it begins. */
export function fakeClock(onWait: (milliseconds: number) => void = () => undefined): FakeClock {
  let now = 0;
  const waits: number[] = [];
  const alarms: { readonly at: number; readonly controller: AbortController }[] = [];
  function pass(milliseconds: number): void {
    now += milliseconds;
    for (const { at, controller } of alarms) if (at <= now) controller.abort();
  }
  return {
    waits,
    pass,
    now: () => now,
    async wait(milliseconds, signal) {
      waits.push(milliseconds);
      onWait(milliseconds);
      // Other work that is under way comes first.
      await setImmediate();
      signal.throwIfAborted();
      pass(milliseconds);
      signal.throwIfAborted();
    },
    timeout(milliseconds) {
      const controller = new AbortController();
      alarms.push({ at: now + milliseconds, controller });
      pass(0);
      return controller.signal;
    },
  };
}
