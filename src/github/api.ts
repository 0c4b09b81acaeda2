import { randomUUID } from 'node:crypto';
import { ResponseError, TransportError } from '../errors/index.ts';
import { cut, listAt, neutralize, oneLine, plainUrl, stringAt } from '../text/index.ts';
import { type Asked, outage, refusal, refusalOf } from './refusal.ts';

/** Tokens that end, each replaced by the next. */
export interface TokenSource {
  /** One that is valid for a while. */
  current(): Promise<string>;
  /** Another one: GitHub does not take this one any more. */
  instead(of: string): Promise<string>;
}

/** The token, the repository and the address for requests to GitHub. */
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

/** One request of GitHub's API. */
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
 * @throws {TransportError} when nobody answers in time, or `signal` is aborted.
 */
export async function askGitHub(access: GitHubAccess, asked: GitHubRequest): Promise<unknown> {
  return (await exchange(access, asked)).data;
}

/** One page of a list, whether GitHub says that there is another, and the address of that. Else as `askGitHub`. */
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
    // The client would retry what was aborted.
    const answer = await Promise.race([answering, aborted(either)]);
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

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(new Error('aborted'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** The request as people read it. */
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

/** The login that the token writes as. A token of a person may ask; that of a job may not. Errors as those of `askGitHub`. */
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
