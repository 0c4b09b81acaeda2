import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { stringAt, valueAt } from '../../../../src/text/index.ts';
import { listenOnLoopback } from '../../loopback.ts';
import { holdTo, sendReply, type Refusal, type Reply } from '../answering.ts';
import { object, readOperations } from '../operations.ts';
import { openGitObjects } from './git-objects.ts';
import type { MissingPage } from './graphql/connection.ts';
import { execute } from './graphql/execute.ts';
import { rootOf } from './graphql/repository.ts';
import type { GitHubWorld } from './model.ts';
import { answerRest } from './rest/answer.ts';

/**
 * The faults that a test can switch on. A place is a part of `METHOD path?query`, or of `POST /graphql NAME`; for a list of
 * GraphQL it is `PullRequest.reviews`. The first that fits counts.
 */
interface Switches {
  /** GitHub says no, as often as `times` says: always if left out. */
  readonly refuse: (place: Place, refusal: Refusal, times?: number) => void;
  /**
   * Answers 403 with the words of a missing permission. For a field of GraphQL (`Commit.checkSuites`) it answers a null and its
   * error.
   */
  readonly forbid: (place: Place) => void;
  /** The limit of an hour, or the one on many requests at once. GraphQL answers it with 200. */
  readonly limit: (place: Place, limit: RateLimited) => void;
  /** Takes a page out of a list: the one before it says that it was the last, or goes on behind it. */
  readonly cutPage: (place: Place, page: number, how: MissingPage['how']) => void;
  /** Changes the answer: for answers that no honest server gives. They are not checked against the description. */
  readonly twist: (place: Place, change: (body: unknown) => unknown) => void;
  /** Headers next to those of the answer. */
  readonly addHeaders: (place: Place, headers: Readonly<Record<string, string>>) => void;
  /** Answers after so many milliseconds. */
  readonly slow: (place: Place, milliseconds: number) => void;
}

export type Place = string | RegExp;

export interface RateLimited {
  readonly kind: 'primary' | 'secondary';
  readonly times: number;
  /** Until it is over. */
  readonly seconds: number;
}

const words = 'Resource not accessible by integration';

function openTrouble() {
  const refusals: { place: Place; left: number; answer: (line: string) => Refusal & { readonly body?: unknown } }[] = [];
  const forbidden: Place[] = [];
  const pages: { place: Place; missing: MissingPage }[] = [];
  const changes: { place: Place; change: (body: unknown) => unknown }[] = [];
  const added: { place: Place; headers: Readonly<Record<string, string>> }[] = [];
  const delays: { place: Place; milliseconds: number }[] = [];
  const switches: Switches = {
    refuse: (place, refusal, times = Infinity) => void refusals.push({ place, left: times, answer: () => refusal }),
    forbid: (place) => {
      forbidden.push(place);
      refusals.push({ place, left: Infinity, answer: () => ({ status: 403, message: words }) });
    },
    limit: (place, { kind, seconds, times }) => void refusals.push({ place, left: times, answer: (line) => limited(line, kind, seconds) }),
    cutPage: (place, page, how) => void pages.push({ place, missing: { page, how } }),
    twist: (place, change) => void changes.push({ place, change }),
    addHeaders: (place, headers) => void added.push({ place, headers }),
    slow: (place, milliseconds) => void delays.push({ place, milliseconds }),
  };
  return {
    switches,
    refusal(line: string) {
      const found = refusals.find(({ left, place }) => left > 0 && fits(place, line));
      if (found === undefined) return undefined;
      found.left -= 1;
      return found.answer(line);
    },
    missing: (place: string) => pages.find((one) => fits(one.place, place))?.missing,
    forbidden: (field: string) => forbidden.some((place) => fits(place, field)),
    change: (line: string) => changes.find(({ place }) => fits(place, line))?.change,
    headers: (line: string) => added.find(({ place }) => fits(place, line))?.headers ?? {},
    delay: (line: string) => delays.find(({ place }) => fits(place, line))?.milliseconds ?? 0,
  };
}

function fits(place: Place, line: string): boolean {
  return typeof place === 'string' ? line.includes(place) : place.test(line);
}

/** As GitHub says it: docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api, and the same page for GraphQL. */
function limited(line: string, kind: RateLimited['kind'], seconds: number): Refusal & { readonly body?: unknown } {
  if (kind === 'secondary')
    return {
      status: 403,
      message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
      headers: { 'retry-after': String(seconds) },
    };
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000 + seconds)) };
  const message = 'API rate limit exceeded for installation.';
  if (line.includes('/graphql')) return { status: 200, headers, body: { errors: [{ type: 'RATE_LIMITED', message }] } };
  return { status: 403, message, headers };
}

/** A world behind an address. Its requests and answers are checked against what GitHub publishes. */
export interface OpenWorld extends Switches {
  /** The address of the REST API. GraphQL is at `/graphql` below it. */
  readonly url: string;
  /** `METHOD path?query` of every request; of GraphQL `POST /graphql NAME` with the name of the operation. */
  readonly asked: readonly string[];
  /** Every question of GraphQL. */
  readonly questions: readonly Question[];
  /** The requests and answers that did not fit the description or the schema, and those that the double does not know. */
  readonly breaches: readonly string[];
  readonly close: () => Promise<void>;
}

export interface Question {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The number of nodes that it asks for, as GitHub counts them. GitHub takes 500,000. */
  readonly nodes: number;
}

const operations = readOperations();
const notFound: Reply = { status: 404, body: { message: 'Not Found' } };

export async function openGitHubWorld(world: GitHubWorld): Promise<OpenWorld> {
  const git = openGitObjects(world.gitDirectory);
  const asked: string[] = [];
  const questions: Question[] = [];
  const breaches: string[] = [];
  const trouble = openTrouble();

  async function answer(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const [, blob] = /^\/blobs\/(\d+)$/.exec(url.pathname) ?? [];
    if (blob !== undefined)
      return { status: 200, body: world.runs.flatMap(({ artifacts }) => artifacts).find(({ id }) => id === Number(blob))?.zip };
    const text = (await buffer(request)).toString('utf8');
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const isQuestion = url.pathname === '/graphql';
    const name = isQuestion ? ` ${/^\s*query\s+(\w+)/.exec(stringAt(body, 'query') ?? '')?.[1] ?? '(no name)'}` : '';
    const line = `${request.method} ${url.pathname}${url.search}${name}`;
    asked.push(line);
    await pause(trouble.delay(line));
    const refusal = trouble.refusal(line);
    if (refusal !== undefined) return { body: { message: refusal.message ?? `Refused with ${refusal.status}` }, ...refusal };
    if (request.headers.authorization === undefined) return { status: 401, body: { message: 'Requires authentication' } };
    const change = trouble.change(line);
    const reply = isQuestion ? await answerQuestion(body) : answerOperation(request.method ?? 'GET', url, line, body);
    const headers = { ...reply.headers, ...trouble.headers(line) };
    return { ...reply, headers, body: change === undefined ? reply.body : change(reply.body) };
  }

  async function answerQuestion(body: unknown): Promise<Reply> {
    const [query, variables] = [stringAt(body, 'query') ?? '', { ...object(valueAt(body, 'variables')) }];
    const done = await execute(
      query,
      variables,
      (cost) => rootOf(world, git, trouble.missing, cost),
      trouble.forbidden,
      (what) => breaches.push(what),
    );
    questions.push({ query, variables, nodes: done.nodes });
    return { status: 200, body: done.body };
  }

  function answerOperation(method: string, url: URL, line: string, body: unknown): Reply {
    const [, , owner, repo] = url.pathname.split('/');
    const operation = operations.find((one) => one.method === method && one.pattern.test(url.pathname));
    if (operation === undefined || `${owner}/${repo}`.toLowerCase() !== world.repository.toLowerCase()) return notFound;
    holdTo(operation.isQuery, Object.fromEntries(url.searchParams), `${line} was sent`, breaches);
    holdTo(operation.isRequest, body, `${line} was sent`, breaches);
    const reply = answerRest(world, git, operation, { url, missing: trouble.missing(line) }, body);
    if (reply === undefined) {
      breaches.push(`The double has no answer to ${line}`);
      return notFound;
    }
    if (reply.status < 300) holdTo(operation.isAnswer, reply.body, `${line} answers`, breaches);
    return reply;
  }

  const { close, url } = await listenOnLoopback(createServer((request, response) => void sendReply(answer(request), response, breaches)));
  return {
    ...trouble.switches,
    url,
    asked,
    questions,
    breaches,
    close,
  };
}
