import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { stringAt, valueAt } from '../../../src/text/index.ts';
import { listenOnLoopback } from '../loopback.ts';
import { holdTo, sendReply, type Refusal, type Reply } from './answering.ts';
import { firstOf, object, readOperations, type Operation } from './operations.ts';

/** A double of GitHub's API. Its requests and answers are checked against the description that GitHub publishes. */
export interface GitHubApi {
  readonly url: string;
  /** `METHOD path?query` of every request. */
  readonly asked: readonly string[];
  /** Bodies of the statuses that were set over the API, in order, each with its commit. */
  readonly statuses: readonly Readonly<Record<string, unknown>>[];
  /** Every status as GitHub lists it, the oldest first; a test may add to it. */
  readonly listed: ListedStatus[];
  readonly comments: Comment[];
  /** The requests and answers that did not fit the description. */
  readonly breaches: readonly string[];
  close(): Promise<void>;
}

export interface Comment {
  readonly id: number;
  readonly author: string;
  body: string;
}

export interface ListedStatus {
  readonly sha: string;
  readonly state: string;
  readonly context: string;
  readonly description?: string | null;
  readonly target_url?: string | null;
  readonly account: string;
}

export interface RunState {
  readonly status: string;
  readonly attempt?: number;
  readonly conclusion?: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
}

export interface PullRequest {
  readonly number: number;
  /** `open` if left out. */
  readonly state?: 'open' | 'closed';
  readonly sha: string;
  readonly branch: string;
  /** `owner/name`; `null` where the fork is gone. */
  readonly repository: string | null;
}

export interface GitHubApiOptions {
  /** The login of the caller. A token of a job may not ask for it. */
  readonly login?: string;
  /** A commit as git tells it, in the form of the answer; `undefined` where it is not known. */
  readonly commit?: (sha: string) => object | undefined;
  readonly pullRequests?: readonly PullRequest[];
  /** The account of the token. It is `github-actions[bot]` if left out. */
  readonly account?: string;
  /** Runs by their number. A run that is not there may not be seen. */
  readonly runs?: Readonly<Record<string, RunState>>;
  /** Whether a file exists at a ref. None may be seen if this is left out. */
  readonly hasFile?: (path: string, ref: string) => boolean;
  /** Called when a status was set, before the answer goes out: for tests in which somebody else acts in between. */
  readonly onStatus?: (api: GitHubApi) => void;
  /** Path below which it answers, as `/api/v3` of a server of one's own. */
  readonly below?: string;
  /** The header `link` of an answer. */
  readonly link?: string;
  /** Statuses to answer with instead, one a request, before anything is done. */
  readonly refuse?: (request: string) => Refusal | undefined;
}

const operations = readOperations();

/** GitHub takes so many statuses of one name at a commit. */
const mostStatuses = 1_000;

export async function openGitHubApi(options: GitHubApiOptions = {}): Promise<GitHubApi> {
  const {
    account = 'github-actions[bot]',
    below = '',
    commit,
    hasFile,
    link,
    login,
    onStatus,
    pullRequests = [],
    refuse,
    runs = {},
  } = options;
  const listed: ListedStatus[] = [];
  const asked: string[] = [];
  const statuses: Readonly<Record<string, unknown>>[] = [];
  const comments: Comment[] = [];
  const breaches: string[] = [];

  async function answer(request: IncomingMessage): Promise<Reply> {
    const { pathname: whole, search, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const line = `${request.method} ${whole}${search}`;
    const pathname = whole.startsWith(`${below}/`) ? whole.slice(below.length) : '';
    asked.push(line);
    const text = (await buffer(request)).toString('utf8');
    const refusal = refuse?.(line);
    if (refusal !== undefined) return { ...refusal, body: { message: refusal.message ?? `Refused with ${refusal.status}` } };
    const operation = operations.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
    if (operation === undefined || request.headers.authorization === undefined) return { status: 404, body: { message: 'Not Found' } };
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    holdTo(operation.isRequest, body, `${line} was sent`, breaches);
    const reply = work(operation, pathname, searchParams, body);
    if (reply.status < 300) holdTo(operation.isAnswer, reply.body, `${line} answers`, breaches);
    return link === undefined ? reply : { ...reply, headers: { link } };
  }

  function work(
    { example, status }: Operation,
    pathname: string,
    query: URLSearchParams,
    body: unknown,
  ): { status: number; body: unknown } {
    const [, sha] = /\/(?:commits|statuses)\/([0-9a-f]{40})(?:\/statuses)?$/.exec(pathname) ?? [];
    if (pathname === '/user')
      return login === undefined
        ? { status: 403, body: { message: 'Resource not accessible by integration' } }
        : { status, body: { ...object(example), login } };
    if (pathname.includes('/statuses/')) {
      const at = (name: string): string => stringAt(body, name) ?? '';
      if (listed.filter((one) => one.sha === sha && one.context.toLowerCase() === at('context').toLowerCase()).length >= mostStatuses)
        return { status: 422, body: { message: 'This SHA and context has reached the maximum number of statuses.' } };
      statuses.push({ ...object(body), sha });
      const one = { sha: sha ?? '', state: at('state'), context: at('context'), description: at('description'), account };
      listed.push({ ...one, target_url: at('target_url') || null });
      onStatus?.(api);
      return { status, body: shownStatus({ ...one, target_url: at('target_url') || null }, object(example)) };
    }
    if (pathname.endsWith('/statuses')) {
      const newest = listed.filter((one) => one.sha === sha).toReversed();
      return { status, body: pageOf(newest, query).map((one) => shownStatus(one, firstOf(example))) };
    }
    const [, run] = /\/actions\/runs\/(\d+)$/.exec(pathname) ?? [];
    if (run !== undefined) {
      const found = runs[run];
      if (found === undefined) return { status: 404, body: { message: 'Not Found' } };
      const { attempt = 1, conclusion = null, status: state, updatedAt = '2020-01-22T19:33:08Z' } = found;
      const told = { id: Number(run), status: state, conclusion, run_attempt: attempt, updated_at: updatedAt };
      return { status, body: { ...object(example), ...told } };
    }
    const [, path] = /\/contents\/(.+)$/.exec(pathname) ?? [];
    if (path !== undefined) {
      if (hasFile === undefined) return { status: 403, body: { message: 'Resource not accessible by integration' } };
      const isThere = hasFile(decodeURIComponent(path), query.get('ref') ?? 'main');
      return isThere ? { status, body: example } : { status: 404, body: { message: 'Not Found' } };
    }
    const [, number] = /\/pulls\/(\d+)$/.exec(pathname) ?? [];
    if (number !== undefined) {
      const found = pullRequests.find((pull) => pull.number === Number(number));
      return found === undefined ? { status: 404, body: { message: 'Not Found' } } : { status, body: shownPull(found, object(example)) };
    }
    if (pathname.includes('/commits/')) {
      const found = sha === undefined ? undefined : commit?.(sha);
      return found === undefined ? { status: 404, body: { message: 'Not Found' } } : { status, body: { ...object(example), ...found } };
    }
    if (pathname.endsWith('/pulls')) return { status, body: pullRequestsFor(query, pullRequests, firstOf(example)) };
    const one = firstOf(example);
    const shown = (comment: Comment): object => ({
      ...one,
      id: comment.id,
      body: comment.body,
      user: { ...object(valueAt(one, 'user')), login: comment.author },
    });
    if (body === undefined) {
      return { status, body: pageOf(comments, query).map(shown) };
    }
    const text = String(valueAt(body, 'body'));
    if (text.length > 65_536) return { status: 422, body: { message: 'Validation Failed: body is too long' } };
    const [, id] = /\/comments\/(\d+)$/.exec(pathname) ?? [];
    const old = comments.find((comment) => comment.id === Number(id));
    if (id !== undefined && old === undefined) return { status: 404, body: { message: 'Not Found' } };
    const comment = old ?? { id: comments.length + 1, author: login ?? 'github-actions[bot]', body: text };
    comment.body = text;
    if (old === undefined) comments.push(comment);
    return { status, body: shown(comment) };
  }

  const { close, url } = await listenOnLoopback(createServer((request, response) => void sendReply(answer(request), response, breaches)));
  const api: GitHubApi = {
    url,
    asked,
    statuses,
    listed,
    comments,
    breaches,
    close,
  };
  return api;
}

function shownStatus({ account, context, description, state, target_url }: ListedStatus, example: object): object {
  const creator = { ...object(valueAt(example, 'creator')), login: account };
  return { ...example, context, state, description: description ?? null, target_url: target_url ?? null, creator };
}

function pageOf<Item>(items: readonly Item[], query: URLSearchParams): readonly Item[] {
  const [page, size] = [Number(query.get('page') ?? '1'), Math.min(Number(query.get('per_page') ?? '30'), 100)];
  return items.slice((page - 1) * size, page * size);
}

/** Answers as GitHub does: a filter `owner:branch` counts, a filter of another form is left out. */
function pullRequestsFor(query: URLSearchParams, all: readonly PullRequest[], one: object): readonly object[] {
  const head = query.get('head') ?? '';
  const found = all.filter(({ branch, repository, state = 'open' }) => {
    const isAsked = !head.includes(':') || head === `${repository?.split('/')[0]}:${branch}`;
    return isAsked && state === (query.get('state') ?? 'open');
  });
  return pageOf(found, query).map((pull) => shownPull(pull, one));
}

function shownPull({ branch, number, repository, sha, state = 'open' }: PullRequest, one: object): object {
  return {
    ...one,
    // The team of the example does not fit the description.
    requested_teams: [],
    number,
    state,
    head: {
      ...object(valueAt(one, 'head')),
      sha,
      ref: branch,
      repo: repository === null ? null : { ...object(valueAt(one, 'head', 'repo')), full_name: repository },
    },
  };
}
