import { ResponseError, TransportError } from '../errors/index.ts';
import { given, plainUrl, seconds } from '../text/index.ts';
import type { Connections } from './connections.ts';
import { endOf, sleep, type Deadline } from './deadline.ts';
import { exchange, requestName, type HttpAnswer, type HttpRequest } from './exchange.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const mostHops = 5;

/**
 * One exchange, following redirects only within the origin: the token never goes to another one. A write is followed only where method and
 * body stay (307, 308). Any other redirect is a `ResponseError` that names its target.
 */
export async function exchangeFollowing(request: HttpRequest, connections: Connections, deadline: Deadline): Promise<HttpAnswer> {
  let current = request;
  for (let hops = 0; ; hops += 1) {
    const answer = await exchange(current, connections, deadline);
    if (!redirects.has(answer.status)) return answer;
    const { location } = answer.headers;
    const target =
      typeof location === 'string' && URL.canParse(location, current.url.href) ? new URL(location, current.url.href) : undefined;
    const keepsMethod = request.method === 'GET' || answer.status === 307 || answer.status === 308;
    if (target === undefined || target.origin !== request.url.origin || !keepsMethod || hops >= mostHops) {
      throw new ResponseError('redirect', refusal(answer.status, current, target), {
        status: answer.status,
        request: requestName(request),
        fix: 'Set base-url to where the service really answers, with or without /api/v2; if that is a login page, let the runner through. The token is not sent to another origin',
      });
    }
    current = { ...current, url: target };
  }
}

function refusal(status: number, request: HttpRequest, target: URL | undefined): string {
  const where = target === undefined ? 'without a readable target' : `to ${plainUrl(target)}`;
  return `${requestName(request)} was redirected (${status}) ${where}, which is not followed`;
}

export interface RetryPolicy {
  /** Number of tries, with the first one. */
  readonly attempts: number;
  /** Ceiling of the first wait in milliseconds; it doubles with each attempt up to `longest`. */
  readonly first: number;
  readonly longest: number;
  /** From 0 to 1; `Math.random` except in tests. */
  readonly random: () => number;
}

export const defaultRetry: RetryPolicy = { attempts: 5, first: 1_000, longest: 20_000, random: Math.random };

/** Statuses that may pass by themselves: time-out, conflict under way, rate limit, and server faults except "not implemented". */
function isRetryable(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501);
}

/**
 * Asks again after a broken connection or a retryable status, with full jitter, honouring `Retry-After`, within the deadline. The last
 * answer is returned whatever it says. If the last try had none, its `TransportError` is thrown with the earlier answer. A `ResponseError`
 * (a redirect that is not followed) is thrown at once.
 */
export async function retry(
  once: () => Promise<HttpAnswer>,
  options: {
    readonly policy: RetryPolicy;
    readonly deadline: Deadline;
    readonly name: string;
    readonly onWait: (sentence: string) => void;
  },
): Promise<{ readonly answer: HttpAnswer; readonly attempts: number }> {
  const { policy, deadline, name } = options;
  let before: HttpAnswer | undefined;
  let arrived = false;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await once().catch((error: unknown) => error);
    if (isAnswer(outcome) || (outcome instanceof TransportError && outcome.mayHaveArrived)) arrived = true;
    if (!isAnswer(outcome)) {
      if (outcome instanceof ResponseError) throw withAttempts(outcome, attempt);
      if (!(outcome instanceof TransportError)) throw outcome;
      if (!['unreachable', 'timeout', 'cut-off'].includes(outcome.code)) throw await withHistory(outcome, attempt, before, arrived);
    } else if (!isRetryable(outcome.status)) {
      return { answer: outcome, attempts: attempt };
    } else {
      before = outcome;
    }
    const requested = isAnswer(outcome) ? retryAfter(outcome.headers['retry-after']) : undefined;
    const wait = requested ?? policy.random() * Math.min(policy.longest, policy.first * 2 ** (attempt - 1));
    if (attempt >= policy.attempts || wait >= deadline.remaining()) {
      if (isAnswer(outcome)) return { answer: outcome, attempts: attempt };
      throw attempt >= policy.attempts || !deadline.signal.aborted
        ? await withHistory(outcome, attempt, before, arrived)
        : await withHistory(endOf(deadline, name, attempt, outcome), attempt, before, arrived);
    }
    const because = isAnswer(outcome) ? `answered ${outcome.status}` : 'did not answer';
    options.onWait(`${name} ${because}; asking again in ${seconds(wait / 1000)} (attempt ${attempt + 1} of ${policy.attempts})`);
    await sleep(wait, deadline, name, attempt);
  }
}

function isAnswer(outcome: unknown): outcome is HttpAnswer {
  return typeof outcome === 'object' && outcome !== null && 'status' in outcome && 'text' in outcome;
}

/** With the number of tries, and the words of the last answer, if there was one. */
async function withHistory(
  error: TransportError,
  attempts: number,
  before: HttpAnswer | undefined,
  mayHaveArrived: boolean,
): Promise<TransportError> {
  const tried = attempts > 1 ? `, after ${attempts} attempts` : '';
  const lastWords = before === undefined ? undefined : ((await import('./problem.ts')).readProblem(before.text) ?? 'without a word');
  const answered = before === undefined ? '' : `; before that it answered ${before.status}: ${lastWords}`;
  return new TransportError(error.code, `${error.message}${tried}${answered}`, {
    request: error.request,
    attempts,
    mayHaveArrived,
    cause: error.cause,
    ...given({ fix: error.fix }),
  });
}

/** With the number of tries: an earlier one may have succeeded before the last was refused. */
function withAttempts(error: ResponseError, attempts: number): ResponseError {
  const { cause, code, fix, message, request, serverMessage, status } = error;
  return new ResponseError(code, message, { status, request, serverMessage, attempts, cause, ...given({ fix }) });
}

/** In milliseconds, from both of its forms (RFC 9110, 10.2.3): seconds, or a date. */
export function retryAfter(header: string | string[] | undefined, now = Date.now()): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // `Date.parse` also takes `1.5` and `-1` for dates; an HTTP date begins with the name of a day.
  const date = /^[A-Z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
