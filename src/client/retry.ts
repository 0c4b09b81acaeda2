import { TransportError } from '../errors/index.ts';
import { seconds } from '../text/index.ts';
import { endOf, sleep, type Deadline } from './deadline.ts';
import type { HttpAnswer } from './exchange.ts';

export interface RetryPolicy {
  /** How often to ask, the first time included. */
  readonly attempts: number;
  /** Ceiling of the first wait in milliseconds; it doubles with each attempt up to `longest`. */
  readonly first: number;
  readonly longest: number;
  /** From 0 to 1; `Math.random` but in tests. */
  readonly random: () => number;
}

export const defaultRetry: RetryPolicy = { attempts: 5, first: 1_000, longest: 20_000, random: Math.random };

export interface Retried {
  readonly answer: HttpAnswer;
  readonly attempts: number;
}

/** Statuses that may pass by themselves: time-out, conflict under way, rate limit, and server faults except "not implemented". */
export function isRetryable(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501);
}

/**
 * Asks again on a broken connection and on a retryable status, with full jitter, honouring `Retry-After`, within the
 * deadline. The last answer is returned whatever it says; without any answer the last `TransportError` is thrown.
 */
export async function retry(
  once: () => Promise<HttpAnswer>,
  options: {
    readonly policy: RetryPolicy;
    readonly deadline: Deadline;
    readonly name: string;
    readonly onWait: (sentence: string) => void;
  },
): Promise<Retried> {
  const { policy, deadline, name } = options;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await once().catch((error: unknown) => error);
    if (!isAnswer(outcome)) {
      if (!(outcome instanceof TransportError) || !['unreachable', 'timeout', 'cut-off'].includes(outcome.code)) throw outcome;
    } else if (!isRetryable(outcome.status)) {
      return { answer: outcome, attempts: attempt };
    }
    const told = isAnswer(outcome) ? retryAfter(outcome.headers['retry-after']) : undefined;
    const wait = told ?? policy.random() * Math.min(policy.longest, policy.first * 2 ** (attempt - 1));
    if (attempt >= policy.attempts || wait >= deadline.remaining()) {
      if (isAnswer(outcome)) return { answer: outcome, attempts: attempt };
      throw attempt >= policy.attempts || !deadline.signal.aborted
        ? withAttempts(outcome, attempt)
        : endOf(deadline, name, attempt, outcome);
    }
    const because = isAnswer(outcome) ? `answered ${outcome.status}` : 'did not answer';
    options.onWait(`${name} ${because}; asking again in ${seconds(wait / 1000)} (attempt ${attempt + 1} of ${policy.attempts})`);
    await sleep(wait, deadline, name, attempt);
  }
}

function isAnswer(outcome: unknown): outcome is HttpAnswer {
  return typeof outcome === 'object' && outcome !== null && 'status' in outcome && 'text' in outcome;
}

function withAttempts(error: TransportError, attempts: number): TransportError {
  const suffix = attempts > 1 ? `, after ${attempts} attempts` : '';
  return new TransportError(error.code, `${error.message}${suffix}`, {
    request: error.request,
    attempts,
    cause: error.cause,
    ...(error.fix === undefined ? {} : { fix: error.fix }),
  });
}

/** Milliseconds that `Retry-After` asks for, in both of its forms (RFC 9110, 10.2.3): seconds, or a date. */
export function retryAfter(header: string | string[] | undefined, now = Date.now()): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
