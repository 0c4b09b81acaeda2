import { randomUUID } from 'node:crypto';
import { ResponseError, TransportError, type ResponseCode } from '../errors/index.ts';
import { countAt, cut, given, listAt, neutralize, oneLine, plainUrl, stringAt, valueAt } from '../text/index.ts';

interface Asked {
  /** The purpose, in messages: `tell about the commit`. */
  readonly purpose: string;
  /** The line of YAML that grants what it needs: `contents: read`. */
  readonly permission: string;
  /** The meaning of a 422 here, where the general advice does not fit. */
  readonly unprocessable?: string;
}

/** `message` is foreign text. */
interface Said {
  readonly status: number;
  readonly message: string;
  readonly headers: unknown;
}

/**
 * GitHub's no, with the cause and the fix; `undefined` where there was no answer. Its client's error carries a `response` only
 * where there was one: a broken connection is a status of 500 to it. Its class is not exported.
 */
function refusalOf(cause: unknown, request: string, asked: Asked, apiUrl: string): ResponseError | undefined {
  if (!(cause instanceof Error) || !('response' in cause) || cause.response === undefined) return undefined;
  // When GraphQL reports the limit with a status of 200, the client makes an error without one.
  const status = countAt(cause, 'status') ?? (/rate limit/i.test(cause.message) ? 429 : undefined);
  if (status === undefined) return undefined;
  return refusal(
    { status, message: oneLine(cause.message, 300), headers: valueAt(cause.response, 'headers') },
    request,
    asked,
    apiUrl,
    cause,
  );
}

export function refusal(said: Said, request: string, asked: Asked, apiUrl: string, cause: unknown): ResponseError {
  const { message, status } = said;
  const [code, fix] = meaningOf(said, asked, apiUrl);
  return new ResponseError(code, `GitHub refused to ${asked.purpose} (${status}): ${request}: ${message}`, {
    status,
    request,
    serverMessage: message,
    cause,
    fix,
  });
}

/** Else a minute. The end of the hour is no answer to too many requests at once. */
export function secondsToWait({ cause, serverMessage }: ResponseError): number {
  const headers = valueAt(cause, 'response', 'headers');
  const wait = Number(stringAt(headers, 'retry-after'));
  if (wait > 0 && wait <= 86_400) return wait;
  if (isSecondary(serverMessage ?? '') && stringAt(headers, 'x-ratelimit-remaining') !== '0') return 60;
  const reset = Number(stringAt(headers, 'x-ratelimit-reset'));
  return reset > 0 && reset < 1e11 ? Math.max(1, Math.ceil(reset - Date.now() / 1000) + 1) : 60;
}

/** GitHub's status page is about github.com alone. */
export function outage(apiUrl: string): string {
  const isCloud = URL.parse(apiUrl)?.hostname === 'api.github.com';
  return `Run the job again; ${isCloud ? 'githubstatus.com shows outages' : 'those who run this GitHub server know of outages'}.`;
}

function meaningOf(said: Said, asked: Asked, apiUrl: string): readonly [ResponseCode, string] {
  const { headers, message, status } = said;
  if (isLimit(said)) return ['rate-limited', limitFix(said)];
  switch (status) {
    case 401:
      return ['unauthorized', 'The token is not valid here, or no longer: pass `github-token: ${{ github.token }}`.'];
    case 403:
      if (stringAt(headers, 'x-github-sso') !== undefined)
        return [
          'forbidden',
          'The organization asks for single sign-on: authorize the token for it, or pass `github-token: ${{ github.token }}`.',
        ];
      return ['forbidden', permit(message, asked)];
    case 404:
      // GitHub answers 404 rather than 403 for what a token may not see.
      return ['not-found', permit(message, asked)];
    case 422:
      return ['invalid-request', asked.unprocessable ?? 'GitHub does not take what was sent: look at what it says.'];
    default:
      return ['unexpected-status', outage(apiUrl)];
  }
}

function permit(message: string, { permission }: Asked): string {
  if (/personal access token/i.test(message))
    return `Give the personal access token the permission \`${permission}\` for this repository; or pass \`github-token: \${{ github.token }}\`, and to the job:\npermissions:\n  ${permission}`;
  return `Give the job the permission, next to those that it has, and pass \`github-token: \${{ github.token }}\`:\npermissions:\n  ${permission}\nThe run of a fork's pull request may only read, whatever it is given: there, report from a workflow that is on: workflow_run.`;
}

/** The limit of an hour shows in a header, the one on many requests at once in the message: both come with 403 or 429. */
function isLimit({ headers, message, status }: Said): boolean {
  if (status === 429) return true;
  return status === 403 && (/rate limit|abuse/i.test(message) || stringAt(headers, 'x-ratelimit-remaining') === '0');
}

function limitFix({ headers, message }: Said): string {
  const why = isSecondary(message) ? 'GitHub takes no more requests at once' : 'the token has used up its requests of this hour';
  return `Run the job again ${whenOf(headers, isSecondary(message))}: ${why}.`;
}

function isSecondary(message: string): boolean {
  return /secondary|abuse/i.test(message);
}

function whenOf(headers: unknown, isAtOnce: boolean): string {
  const wait = Number(stringAt(headers, 'retry-after'));
  if (wait > 0 && wait <= 86_400) return `in ${Math.ceil(wait / 60)} min`;
  const reset = Number(stringAt(headers, 'x-ratelimit-reset'));
  if (isAtOnce || !(reset > 0 && reset < 1e11)) return isAtOnce ? 'in a few minutes' : 'later';
  return `after ${new Date(reset * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The message names the permission: a job has it by its workflow, and an App by its settings. */
export function needing(error: unknown, permission: string): unknown {
  if (!(error instanceof ResponseError) || (error.code !== 'forbidden' && error.code !== 'not-found')) return error;
  const { code, fix, message, request, serverMessage, status } = error;
  const line = `\npermissions:\n  ${permission}`;
  const own = /by integration/i.test(serverMessage ?? '')
    ? `Give the App that reads the permission \`${permission}\` in its settings; or to the job, next to those that it has, with \`github-token: \${{ github.token }}\`:${line}`
    : fix;
  const needed = `${message}. It takes \`${permission}\`, for the App or the job that reads`;
  return new ResponseError(code, needed, { status, request, cause: error, ...given({ fix: own, serverMessage }) });
}

/** Each token ends, and the next one replaces it. */
export interface TokenSource {
  /** Valid for a while yet. */
  current(): Promise<string>;
  /** GitHub does not take `of` any more. */
  instead(of: string): Promise<string>;
}

export interface GitHubAccess {
  /** `github.token` will do, with the permission that the request names. */
  readonly token: string | TokenSource;
  /** `GITHUB_API_URL`: `https://api.github.com`, or `https://HOST/api/v3` on a server of one's own. */
  readonly apiUrl: string;
  /** `owner/name` */
  readonly repository: string;
  readonly signal?: AbortSignal;
  /** How requests leave this machine; by the toolkit's own way if left out. */
  readonly fetch?: (url: string, init?: object) => Promise<unknown>;
  /** In milliseconds, with all retries; 10 s unless said otherwise. */
  readonly timeLimit?: number;
  /** Milliseconds before the first retry; the next ones wait four and nine times as long. */
  readonly firstPause?: number;
}

export interface GitHubRequest extends Asked {
  /** As GitHub's reference writes it: `GET /repos/{owner}/{repo}/commits/{ref}`; `owner` and `repo` are filled in. */
  readonly route: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  /** Whether it may be sent twice when an answer was lost; by default a request that only reads may. */
  readonly repeatable?: boolean;
}

/**
 * GitHub's answer as it came: its shape is for the reader to check. Server errors and rate limits are retried. GitHub's
 * client is loaded when this is called and not before: it would cost every run's start.
 *
 * @throws {ResponseError} when GitHub says no; on 403 and 404 with the permission to add.
 * @throws {TransportError} when no answer comes in time, or `signal` is aborted.
 */
export async function askGitHub(access: GitHubAccess, asked: GitHubRequest): Promise<unknown> {
  return (await exchange(access, asked)).data;
}

/** `next` is the address of another page, if GitHub says that there is one. Else as `askGitHub`. */
export async function askGitHubPage(
  access: GitHubAccess,
  asked: GitHubRequest,
): Promise<{ readonly data: unknown; readonly hasNext: boolean; readonly next: URL | null }> {
  const { data, headers } = await exchange(access, asked);
  const link = stringAt(headers, 'link') ?? '';
  const [, next = ''] = /<([^>]*)>[^<]*\brel="?next"?/.exec(link) ?? [];
  return { data, hasNext: /\brel="?next"?/.test(link), next: URL.parse(next) };
}

/** As `askGitHub`, of GraphQL: with the `errors` of the answer, but for the rate limit, which comes with a status of 200. */
export async function askGraphQL(
  access: GitHubAccess,
  asked: Pick<Asked, 'purpose' | 'permission'> & { readonly url: string; readonly query: string },
): Promise<unknown> {
  const { permission, purpose, query, url } = asked;
  const question = { route: `POST ${url}`, parameters: { query }, purpose, permission, repeatable: true };
  const { data, headers } = await exchange(access, question);
  const limited = listAt(data, 'errors')?.find(isOfLimit);
  if (limited === undefined) return data;
  const said = { status: 429, message: oneLine(stringAt(limited, 'message') ?? '', 300), headers };
  throw refusal(said, `POST ${plainUrl(url)}`, question, access.apiUrl, { response: { headers } });
}

/** The limit of an hour has two names there (github.com/yanyongyu/githubkit/issues/271); the one on many requests at once has none. */
function isOfLimit(error: unknown): boolean {
  return /^RATE_LIMIT(?:ED)?$/.test(stringAt(error, 'type') ?? '') || /\brate limit\b/i.test(stringAt(error, 'message') ?? '');
}

interface Exchanged {
  readonly data: unknown;
  readonly headers: unknown;
}

/** A token that GitHub does not take any more is replaced once. */
async function exchange(access: GitHubAccess, asked: GitHubRequest): Promise<Exchanged> {
  const { token } = access;
  if (typeof token === 'string') return exchangeBy(token, access, asked);
  const current = await token.current();
  try {
    return await exchangeBy(current, access, asked);
  } catch (error) {
    if (!(error instanceof ResponseError) || error.code !== 'unauthorized') throw error;
    return exchangeBy(await token.instead(current), access, asked);
  }
}

async function exchangeBy(token: string, access: GitHubAccess, asked: GitHubRequest): Promise<Exchanged> {
  const { repeatable = asked.route.startsWith('GET ') } = asked;
  const { firstPause = 300, repository, signal, timeLimit = 10_000 } = access;
  const end = Date.now() + timeLimit;
  // A rate limit that is over before the time is, is waited for, once.
  const mayWait = (seconds: number, _options: unknown, _octokit: unknown, retries: number): boolean =>
    retries < 1 && Date.now() + seconds * 1000 < end;
  const apiUrl = access.apiUrl.replace(/\/+$/, '');
  const [owner = '', repo = ''] = repository.split('/');
  const request = spelled(asked, plainUrl(apiUrl).replace(/\/$/, ''), repository);
  const limit = AbortSignal.timeout(timeLimit);
  const either = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  try {
    const { getOctokit, retry, throttling } = await import('./octokit.ts');
    const octokit = getOctokit(
      token,
      {
        baseUrl: apiUrl,
        log: silent,
        ...(access.fetch === undefined ? {} : { request: { fetch: access.fetch } }),
        retry: { retries: 2, retryAfterBaseValue: firstPause },
        // Under an id of its own: the few requests of a run need no pauses between them.
        throttle: { onRateLimit: mayWait, onSecondaryRateLimit: mayWait, id: randomUUID() },
      },
      retry,
      throttling,
    );
    const answering = octokit.request(asked.route, {
      ...(asked.route.includes('{owner}') ? { owner, repo } : {}),
      ...asked.parameters,
      request: {
        signal: either,
        ...(repeatable ? {} : { retries: 0 }),
      },
    });
    const answer = await unlessAborted(either, answering);
    return { data: answer.data, headers: answer.headers };
  } catch (cause) {
    if (signal?.aborted === true)
      throw new TransportError('interrupted', `The request to GitHub was stopped: ${request}`, { request, cause });
    if (limit.aborted) {
      throw new TransportError('timeout', `GitHub did not answer within ${timeLimit / 1000} s: ${request}`, {
        request,
        cause,
        fix: outage(apiUrl),
      });
    }
    throw refusalOf(cause, request, asked, apiUrl) ?? unreachable(cause, request);
  }
}

/** The client would retry what was aborted. A listener that stays would keep the answer in memory until the time limit is over. */
async function unlessAborted<Answer>(signal: AbortSignal, answering: Promise<Answer>): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(new Error('aborted'));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([answering, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function spelled({ parameters, route }: GitHubRequest, apiUrl: string, repository: string): string {
  const [method, path = ''] = route.split(' ');
  if (/^https?:/.test(path)) return `${method} ${plainUrl(path)}`;
  const filled = path.replace('{owner}/{repo}', repository).replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? ''));
  return `${method} ${apiUrl}${filled}`;
}

/** The client writes warnings of its own to the console otherwise, past the one printer. */
const silent = { debug: quiet, info: quiet, warn: quiet, error: quiet };

function quiet(): void {}

function unreachable(cause: unknown, request: string): TransportError {
  const detail = cause instanceof Error ? `: ${cut(neutralize(cause.message), 200)}` : '';
  return new TransportError('unreachable', `GitHub could not be asked (${request})${detail}`, {
    request,
    cause,
    fix: 'Check that this runner can reach the API, and its HTTPS_PROXY and NO_PROXY.',
  });
}

/** The account that `github.token` writes as; it may not ask who it is. */
const usualAuthor = 'github-actions[bot]';

/** A token of a person may ask; that of a job may not. Errors as those of `askGitHub`. */
export async function loginOf(access: GitHubAccess, permission: string): Promise<string> {
  try {
    const answer = await askGitHub(access, {
      route: 'GET /user',
      parameters: {},
      purpose: 'say whose token this is',
      permission,
    });
    return stringAt(answer, 'login') ?? usualAuthor;
  } catch (error) {
    // Not a limit of requests: taken for a no, it would lead to a second comment or issue.
    if (error instanceof ResponseError && (error.code === 'forbidden' || error.code === 'not-found')) return usualAuthor;
    throw error;
  }
}

export function isNotFound(error: unknown): error is ResponseError {
  return error instanceof ResponseError && error.code === 'not-found';
}
