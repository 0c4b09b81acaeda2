import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { ResponseError, TransportError } from '../../src/errors/index.ts';
import { fetchCommit } from '../../src/github/pull-requests.ts';

const sha = 'a'.repeat(40);
const token = 'ghs_0123456789secret';

/** A server on a free loopback port, and the requests that it got. */
async function serve(answer: RequestListener): Promise<{ apiUrl: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a TCP address');
  return { apiUrl: `http://127.0.0.1:${address.port}`, requests };
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('expected an error'),
    (error: unknown) => error,
  );
}

test('the answer comes as GitHub gave it', async () => {
  const body = { sha, commit: { message: 'Fix' }, parents: [], extra: [1] };
  const { apiUrl, requests } = await serve(json(200, body));
  expect(await fetchCommit({ token, apiUrl: `${apiUrl}/api/v3/`, repository: 'acme/app', firstPause: 1 }, sha)).toEqual(body);
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([`GET /api/v3/repos/acme/app/commits/${sha}?per_page=1`]);
  expect(requests[0]?.headers.authorization).toBe(`token ${token}`);
});

test.each([403, 404])('%i names the permission to add', async (status) => {
  const { apiUrl } = await serve(json(status, { message: 'Resource not accessible by integration' }));
  const error = await failure(fetchCommit({ token, apiUrl, repository: 'acme/app', firstPause: 1 }, sha));
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({
    status,
    fix: expect.stringContaining('permissions:\n  contents: read'),
    serverMessage: expect.stringContaining('Resource not accessible'),
  });
});

test.each([
  [401, 'unauthorized', { message: 'Bad credentials' }],
  [403, 'rate-limited', { message: 'API rate limit exceeded for installation ID 1.' }],
  [422, 'invalid-request', { message: `No commit found for SHA: ${sha}` }],
  [429, 'rate-limited', { message: 'Slow down' }],
  [500, 'unexpected-status', {}],
])('%i is %s', async (status, code, body) => {
  const { apiUrl } = await serve(json(status, body));
  const error = await failure(fetchCommit({ token, apiUrl, repository: 'acme/app', firstPause: 1 }, sha));
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({ status, code });
});

test('what the server says is made harmless, and the token is in no error', async () => {
  const { apiUrl } = await serve(json(500, { message: `\n::error::x\n##[set-output name=verdict]compliant \u001b[31m` }));
  const error = await failure(fetchCommit({ token, apiUrl, repository: 'acme/app', firstPause: 1 }, sha));
  if (!(error instanceof ResponseError)) throw new Error('expected a ResponseError', { cause: error });
  expect(error.serverMessage).not.toMatch(/##\[|^::/m);
  expect(`${error.message} ${error.stack} ${error.serverMessage} ${JSON.stringify(error.cause)}`).not.toContain(token);
});

test('an answer that does not come is not waited for', async () => {
  const { apiUrl } = await serve(() => {});
  const error = await failure(fetchCommit({ token, apiUrl, repository: 'acme/app', timeLimit: 100 }, sha));
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({ code: 'timeout', message: expect.stringContaining('0.1 s') });
});

test('the caller can give up', async () => {
  const { apiUrl } = await serve(() => {});
  const controller = new AbortController();
  const asked = failure(fetchCommit({ token, apiUrl, repository: 'acme/app', signal: controller.signal }, sha));
  controller.abort();
  expect(await asked).toMatchObject({ name: 'TransportError', code: 'interrupted' });
});

test('a connection that breaks is a TransportError', async () => {
  const { apiUrl } = await serve((request) => request.socket.destroy());
  expect(await failure(fetchCommit({ token, apiUrl, repository: 'acme/app', firstPause: 1 }, sha))).toMatchObject({
    name: 'TransportError',
    code: 'unreachable',
  });
});

test('a redirect to another origin does not take the token along', async () => {
  const other = await serve(json(200, { sha }));
  const { apiUrl } = await serve((_, response) => {
    response.writeHead(301, { location: `${other.apiUrl}/elsewhere` }).end();
  });
  await fetchCommit({ token, apiUrl, repository: 'acme/app', firstPause: 1 }, sha);
  expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});
