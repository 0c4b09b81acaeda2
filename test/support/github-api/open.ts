import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { valueAt } from '../../../src/text/index.ts';

/** A double of GitHub's API. What it is sent and what it answers are held to the description that GitHub publishes. */
export interface GitHubApi {
  readonly url: string;
  /** `METHOD path?query` of every request. */
  readonly asked: readonly string[];
  /** Bodies of the statuses that were set, in order, each with its commit. */
  readonly statuses: readonly Readonly<Record<string, unknown>>[];
  readonly comments: Comment[];
  /** What did not hold to the description. */
  readonly breaches: readonly string[];
  close(): Promise<void>;
}

export interface Comment {
  readonly id: number;
  readonly author: string;
  body: string;
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

export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What GitHub says of it. */
  readonly message?: string;
}

export interface GitHubApiOptions {
  /** Who asks; a token of a job may not ask who it is. */
  readonly login?: string;
  /** A commit as git tells it, in the form of the answer; `undefined` where it is not known. */
  readonly commit?: (sha: string) => object | undefined;
  readonly pullRequests?: readonly PullRequest[];
  /** Path below which it answers, as `/api/v3` of a server of one's own. */
  readonly below?: string;
  /** Statuses to answer with instead, one a request, before anything is done. */
  readonly refuse?: (request: string) => Refusal | undefined;
}

interface Operation {
  readonly method: string;
  readonly pattern: RegExp;
  readonly status: number;
  readonly example: unknown;
  readonly isRequest: ValidateFunction | undefined;
  readonly isAnswer: ValidateFunction;
}

const operations = readOperations();

export async function openGitHubApi({ below = '', commit, login, pullRequests = [], refuse }: GitHubApiOptions = {}): Promise<GitHubApi> {
  const asked: string[] = [];
  const statuses: Readonly<Record<string, unknown>>[] = [];
  const comments: Comment[] = [];
  const breaches: string[] = [];

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown; headers?: Readonly<Record<string, string>> }> {
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
    hold(operation.isRequest, body, `${line} was sent`);
    const reply = work(operation, pathname, searchParams, body);
    if (reply.status < 300) hold(operation.isAnswer, reply.body, `${line} answers`);
    return reply;
  }

  function work(
    { example, status }: Operation,
    pathname: string,
    query: URLSearchParams,
    body: unknown,
  ): { status: number; body: unknown } {
    const [, sha] = /\/(?:commits|statuses)\/([0-9a-f]{40})$/.exec(pathname) ?? [];
    if (pathname === '/user')
      return login === undefined
        ? { status: 403, body: { message: 'Resource not accessible by integration' } }
        : { status, body: { ...object(example), login } };
    if (pathname.includes('/statuses/')) {
      const state = { ...object(body), sha };
      statuses.push(state);
      return { status, body: { ...object(example), ...object(body) } };
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
      const [page, size] = [Number(query.get('page') ?? '1'), Number(query.get('per_page') ?? '30')];
      return { status, body: comments.slice((page - 1) * size, page * size).map(shown) };
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

  function hold(check: ValidateFunction | undefined, value: unknown, what: string): void {
    if (check !== undefined && !check(value)) breaches.push(`${what}: ${JSON.stringify(check.errors?.slice(0, 3))}`);
  }

  const server = createServer((request, response) => {
    void answer(request).then(
      ({ body, headers = {}, status }) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
      (error: unknown) => {
        breaches.push(String(error));
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP port was expected.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    statuses,
    comments,
    breaches,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function readOperations(): readonly Operation[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const file: unknown = JSON.parse(readFileSync(new URL('operations.json', import.meta.url), 'utf8'));
  const list = valueAt(file, 'operations');
  if (!Array.isArray(list)) throw new TypeError('operations.json has no operations');
  return list.map((operation: unknown) => {
    const request = valueAt(operation, 'request');
    return {
      method: String(valueAt(operation, 'method')),
      pattern: new RegExp(`^${String(valueAt(operation, 'path')).replace(/\{\w+\}/g, '[^/]+')}$`),
      status: Number(valueAt(operation, 'status')),
      example: valueAt(operation, 'example'),
      isRequest: request === null ? undefined : ajv.compile(object(request)),
      isAnswer: ajv.compile(object(valueAt(operation, 'answer'))),
    };
  });
}

/** As GitHub answers: a filter `owner:branch` counts, one of another form is left out. */
function pullRequestsFor(query: URLSearchParams, all: readonly PullRequest[], one: object): readonly object[] {
  const [page, size] = [Number(query.get('page') ?? '1'), Number(query.get('per_page') ?? '30')];
  const head = query.get('head') ?? '';
  return all
    .filter(({ branch, repository, state = 'open' }) => {
      const isAsked = !head.includes(':') || head === `${repository?.split('/')[0]}:${branch}`;
      return isAsked && state === (query.get('state') ?? 'open');
    })
    .slice((page - 1) * size, page * size)
    .map(({ branch, number, repository, sha, state = 'open' }) => ({
      ...one,
      // The team of the example does not hold to the description.
      requested_teams: [],
      number,
      state,
      head: {
        ...object(valueAt(one, 'head')),
        sha,
        ref: branch,
        repo: repository === null ? null : { ...object(valueAt(one, 'head', 'repo')), full_name: repository },
      },
    }));
}

/** The example of a listing holds the example of one. */
function firstOf(example: unknown): object {
  return object(Array.isArray(example) ? example[0] : example);
}

function object(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
