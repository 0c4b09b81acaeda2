import { setTimeout as waitFor } from 'node:timers/promises';

/** What tells the time and lets it pass, in milliseconds. Tests have one whose time passes only while somebody waits. */
export interface Clock {
  /** Since any moment. */
  now(): number;
  /** Resolves after so long; rejects as soon as the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Aborts after so long; holds no process open. */
  timeout(milliseconds: number): AbortSignal;
}

/** A timer takes no more (WHATWG HTML, 8.6): 24 days. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) => waitFor(milliseconds, undefined, { signal }),
  timeout: (milliseconds) => AbortSignal.timeout(Math.min(Math.ceil(milliseconds), longestTimer)),
};
