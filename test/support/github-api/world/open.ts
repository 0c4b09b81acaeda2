import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { stringAt, valueAt } from '../../../../src/text/index.ts';
import { object, readOperations, type Check } from '../operations.ts';
import { openGitObjects } from './git-objects.ts';
import { execute } from './graphql/execute.ts';
import { rootOf } from './graphql/repository.ts';
import type { GitHubWorld } from './model.ts';
import { answerRest, type Reply } from './rest/answer.ts';
import { openTrouble, type Switches } from './switches.ts';

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
    hold(operation.isQuery, Object.fromEntries(url.searchParams), `${line} was sent`);
    hold(operation.isRequest, body, `${line} was sent`);
    const reply = answerRest(world, git, operation, { url, missing: trouble.missing(line) }, body);
    if (reply === undefined) {
      breaches.push(`The double has no answer to ${line}`);
      return notFound;
    }
    if (reply.status < 300) hold(operation.isAnswer, reply.body, `${line} answers`);
    return reply;
  }

  function hold(check: Check | undefined, value: unknown, what: string): void {
    const is = check?.();
    if (is?.(value) === false) breaches.push(`${what}: ${JSON.stringify(is.errors?.slice(0, 3))}`);
  }

  const server = createServer((request, response) => {
    void answer(request).then(
      ({ body, headers = {}, status }) =>
        body instanceof Uint8Array
          ? response.writeHead(status, { 'content-type': 'application/zip' }).end(body)
          : response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
      (error: unknown) => {
        breaches.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP port was expected.');
  return {
    ...trouble.switches,
    url: `http://127.0.0.1:${address.port}`,
    asked,
    questions,
    breaches,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
