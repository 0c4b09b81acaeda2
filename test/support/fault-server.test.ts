import { connect } from 'node:net';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { fault, startFaultServer, type Fault, type FaultServer } from './fault-server.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

/** A real server behind the fault server, which counts what it was asked and echoes it. */
async function startTarget(): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      seen.push(`${request.method} ${request.url} ${body}`);
      response.writeHead(201, { 'content-type': 'application/json', 'x-host': request.headers.host, 'set-cookie': ['a=1', 'b=2'] });
      response.end(JSON.stringify({ authorization: request.headers.authorization ?? null, body }));
    });
  });
  await new Promise<void>((fulfil) => void server.listen(0, '127.0.0.1', fulfil));
  const address = server.address();
  open.push({
    close: () => {
      server.closeAllConnections();
      return new Promise((fulfil) => void server.close(fulfil));
    },
  });
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, seen };
}

async function start(script: (n: number) => Fault, target?: string): Promise<FaultServer> {
  const server = await startFaultServer({ ...(target === undefined ? {} : { target }), script: (_, n) => script(n) });
  open.unshift(server);
  return server;
}

const post = (url: string, body = 'hello'): Promise<Response> =>
  fetch(url, { method: 'POST', body, headers: { authorization: 'Bearer t' } });

test('passes a request on, path, query, headers and body unchanged, and its answer back', async () => {
  const target = await startTarget();
  const server = await start(() => fault.pass(), `${target.url}/api/v2/`);
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2$/);
  const response = await post(`${server.url}/trails/a%2Fb?page=2`);
  expect(response.status).toBe(201);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(response.headers.get('x-host')).toBe(new URL(target.url).host);
  expect(await response.json()).toEqual({ authorization: 'Bearer t', body: 'hello' });
  expect(target.seen).toEqual(['POST /api/v2/trails/a%2Fb?page=2 hello']);
});

test('records every request with its headers, bytes and what the target made of it', async () => {
  const target = await startTarget();
  const server = await start((n) => (n === 1 ? fault.status(503) : fault.pass()), target.url);
  await post(`${server.url}/one`, 'ä');
  await post(`${server.url}/two`);
  expect(server.requests.map(({ method, url, targetStatus, complete }) => ({ method, url, targetStatus, complete }))).toEqual([
    { method: 'POST', url: '/one', targetStatus: undefined, complete: true },
    { method: 'POST', url: '/two', targetStatus: 201, complete: true },
  ]);
  expect(server.requests[0]?.body).toEqual(Buffer.from('ä'));
  expect(server.requests[0]?.headers['authorization']).toBe('Bearer t');
  expect(server.requests[1]?.at).toBeGreaterThan(server.requests[0]?.at ?? Infinity);
});

test('answers with a status, headers and a body of its own', async () => {
  const server = await start(() => fault.status(429, { 'Retry-After': '7' }, { message: 'slow down' }));
  const response = await post(server.url);
  expect([response.status, response.headers.get('retry-after'), response.headers.get('content-type')]).toEqual([
    429,
    '7',
    'application/json',
  ]);
  expect(await response.json()).toEqual({ message: 'slow down' });
});

test('answers 204 without a body', async () => {
  const server = await start(() => fault.status(204, {}, ''));
  const response = await post(server.url);
  expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([204, null, '']);
});

test('resets the connection before the target hears of the request', async () => {
  const target = await startTarget();
  const server = await start(() => fault.reset(), target.url);
  await expect(post(server.url)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(target.seen).toEqual([]);
  expect(server.requests).toHaveLength(1);
});

test.each([
  ['a body of the script', fault.cutOff({ state: 'COMPLIANT', name: 'a trail' }), undefined, 200],
  ["the target's answer", fault.cutOff(), 'target', 201],
])('cuts off %s in the middle', async (_, answer, behind, status) => {
  const target = await startTarget();
  const server = await start(() => answer, behind === undefined ? undefined : target.url);
  const response = await post(server.url);
  const announced = Number(response.headers.get('content-length'));
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json');
  let got = 0;
  const reading = async (): Promise<void> => {
    for await (const chunk of response.body ?? []) got += chunk.length;
  };
  await expect(reading()).rejects.toThrow('terminated');
  expect(got).toBe(Math.floor(announced / 2));
});

test('hangs until it is closed, and then ends the waiting connection', async () => {
  const server = await start(() => fault.hang());
  const answer = post(server.url).then(
    () => 'answered',
    () => 'ended',
  );
  const early = await Promise.race([answer, new Promise((fulfil) => void setTimeout(fulfil, 150, 'waiting'))]);
  expect(early).toBe('waiting');
  await server.close();
  expect(await answer).toBe('ended');
});

test('answers late, with the target or with another fault', async () => {
  const target = await startTarget();
  const server = await start((n) => (n === 1 ? fault.slow(150) : fault.slow(150, fault.status(500))), target.url);
  const early = new Promise((fulfil) => void setTimeout(fulfil, 100, 'waiting'));
  const answer = post(server.url);
  expect(await Promise.race([answer, early])).toBe('waiting');
  expect((await answer).status).toBe(201);
  expect((await post(server.url)).status).toBe(500);
});

test('closes at once while an answer is still being held back', async () => {
  const server = await start(() => fault.slow(600_000));
  const answer = post(server.url).catch(() => 'ended');
  await expect.poll(() => server.requests.length).toBe(1);
  // The answer is held back for longer than a test may take.
  await server.close();
  expect(await answer).toBe('ended');
});

test('lets go of the target, too, when it is closed', async () => {
  const behind = await start(() => fault.hang());
  const server = await start(() => fault.pass(), behind.url);
  const answer = post(server.url).catch(() => 'ended');
  await expect.poll(() => behind.requests.length).toBe(1);
  await server.close();
  expect(await answer).toBe('ended');
  await expect.poll(() => behind.connections()).toBe(0);
});

test('answers with a page where JSON was expected', async () => {
  const server = await start(() => fault.wrongContentType());
  const response = await post(server.url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await response.text()).toContain('<title>');
});

test('redirects', async () => {
  const server = await start(() => fault.redirect('http://elsewhere.invalid/x'));
  const response = await fetch(server.url, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([307, 'http://elsewhere.invalid/x']);
});

test('loses an answer: the target has acted, the client hears nothing', async () => {
  const target = await startTarget();
  const server = await start(() => fault.loseAnswer(), target.url);
  await expect(post(server.url, 'kept')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(target.seen).toEqual(['POST / kept']);
  expect(server.requests[0]?.targetStatus).toBe(201);
});

test('records what came of a request that the client gave up sending, and does not play it', async () => {
  let asked = 0;
  const server = await start(() => {
    asked += 1;
    return fault.status(200);
  });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write('POST /half HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf', () => socket.destroy());
  await expect.poll(() => server.requests.length).toBe(1);
  expect(server.requests[0]).toMatchObject({ url: '/half', body: Buffer.from('half'), complete: false });
  expect(asked).toBe(0);
});

test.each([
  [
    'a script that throws',
    () => {
      throw new Error('a wrong script');
    },
    'a wrong script',
  ],
  ['passing on without a target', () => fault.pass(), 'A fault that forwards needs a target.'],
])('does not swallow %s', async (_, script, message) => {
  const server = await startFaultServer({ script });
  await expect(post(server.url)).rejects.toThrow('fetch failed');
  await expect(server.close()).rejects.toMatchObject({ cause: { message } });
});
