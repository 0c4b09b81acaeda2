import { setTimeout as waitFor } from 'node:timers/promises';
import { TransportError } from '../errors/index.ts';

/** In milliseconds. In tests its time passes only while something waits. */
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

/** One point in time that every request and wait of a run shares, and the caller's way to end it sooner. */
export interface Deadline {
  /** Aborts when the time is over or the run is interrupted. */
  readonly signal: AbortSignal;
  /** Milliseconds left; 0 when over. */
  remaining(): number;
  /** Whether the run was interrupted, rather than out of time. */
  interrupted(): boolean;
  readonly clock: Clock;
}

export interface CallLimits {
  /** Ends the call, its retries and its waits included. */
  readonly deadline: Deadline;
  /** About retries and skipped records, for the log. */
  readonly onNotice?: (sentence: string) => void;
}

/** Ends earlier when `interrupt` aborts. */
export function startDeadline(milliseconds: number, interrupt?: AbortSignal, clock: Clock = systemClock): Deadline {
  const end = clock.now() + milliseconds;
  const timeout = clock.timeout(milliseconds);
  return {
    signal: interrupt === undefined ? timeout : AbortSignal.any([timeout, interrupt]),
    remaining: () => Math.max(0, end - clock.now()),
    interrupted: () => interrupt?.aborted ?? false,
    clock,
  };
}

/** Ends with the earlier of the two, and is interrupted when the outer one is. */
export function narrow(outer: Deadline, milliseconds: number): Deadline {
  const inner = startDeadline(Math.min(milliseconds, outer.remaining()), outer.signal, outer.clock);
  return { ...inner, interrupted: () => outer.interrupted() };
}

export function endOf(deadline: Deadline, request: string, attempts: number, cause?: unknown): TransportError {
  return deadline.interrupted()
    ? new TransportError('interrupted', `Interrupted during ${request}`, { request, attempts, cause })
    : new TransportError('deadline', `Out of time during ${request}`, {
        request,
        attempts,
        cause,
        fix: 'Raise `timeout`, or look why the service is slow',
      });
}

/** Throws the deadline's error when that comes first. */
export async function sleep(milliseconds: number, deadline: Deadline, request: string, attempts = 1): Promise<void> {
  try {
    await deadline.clock.wait(milliseconds, deadline.signal);
  } catch (cause) {
    throw endOf(deadline, request, attempts, cause);
  }
}
