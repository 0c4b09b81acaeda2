import { setTimeout as waitFor } from 'node:timers/promises';

/** Tells the time and waits, in milliseconds. In tests its time passes only while somebody waits. */
export interface Clock {
  /** Since any moment. */
  now(): number;
  /** Resolves after so long; rejects as soon as the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Aborts after so long; keeps no process open. */
  timeout(milliseconds: number): AbortSignal;
}

/** The longest time of a timer (WHATWG HTML, 8.6): 24 days. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) => waitFor(milliseconds, undefined, { signal }),
  timeout: (milliseconds) => AbortSignal.timeout(Math.min(Math.ceil(milliseconds), longestTimer)),
};
