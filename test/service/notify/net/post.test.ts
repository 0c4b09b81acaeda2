import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { post, type Posted } from '../../../../src/service/notify/send-json.ts';
import { certificates, trustOurs } from '../trusted.ts';

async function portOf(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  const { port }: AddressInfo = Object(server.address());
  return port;
}

const letter = (more: Partial<Posted> = {}): Posted => ({
  headers: {},
  body: '{}',
  reads: 200,
  signal: AbortSignal.timeout(5000),
  ...more,
});
const plain = async (listener: RequestListener) => new URL(`http://hooks.invalid:${await portOf(createServer(listener))}/a?b=c`);

test('a body goes to the address that was checked, and the name is not looked up', async () => {
  const heard: unknown[] = [];
  const url = await plain((request, response) => {
    request
      .setEncoding('utf8')
      .on('data', (body) => heard.push([request.method, request.url, request.headers['host'], request.headers['x'], body]));
    request.on('end', () => response.writeHead(202, { 'retry-after': '7' }).end('  taken'));
  });
  const answer = await post(url, ['127.0.0.1'], letter({ headers: { x: 'y' }, body: '{"ü":1}' }));
  expect(answer).toEqual({ status: 202, text: '  taken', retryAfter: 7 });
  expect(heard).toEqual([['POST', '/a?b=c', url.host, 'y', '{"ü":1}']]);
});

test('over TLS the certificate must be that of the name, at whatever address', async () => {
  const server = createTlsServer(
    certificates['evidence.test'],
    (request, response) => void request.resume().on('end', () => response.end()),
  );
  const port = await portOf(server);
  const url = new URL(`https://evidence.test:${port}/`);
  await expect(post(url, ['127.0.0.1'], letter())).rejects.toMatchObject({ code: expect.stringMatching(/CERT|SIGNATURE|ISSUER/) });
  trustOurs();
  expect((await post(url, ['127.0.0.1'], letter())).status).toBe(200);
  await expect(post(new URL(`https://other.test:${port}/`), ['127.0.0.1'], letter())).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

test('an address that takes no connection leaves the next one', async () => {
  const url = await plain((request, response) => void request.resume().on('end', () => response.end('ok')));
  expect(await post(url, ['127.0.0.2', '127.0.0.1'], letter())).toMatchObject({ text: 'ok' });
});

test('of an answer without an end only the beginning is read, or nothing', async () => {
  let open = 0;
  const url = await plain((request, response) => {
    open += 1;
    response.on('close', () => void (open -= 1));
    const more = () => response.write('x'.repeat(65_536)) && !response.destroyed && setImmediate(more);
    request.resume().on('end', more);
    response.on('drain', more);
  });
  expect((await post(url, ['127.0.0.1'], letter())).text).toBe('x'.repeat(200));
  expect((await post(url, ['127.0.0.1'], letter({ reads: 0 }))).text).toBe('');
  await expect.poll(() => open).toBe(0);
});

test.each([
  ['does not answer', () => {}],
  [
    'answers one letter at a time',
    (write: (text: string) => void) => {
      write('HTTP/1.1 200 ');
      setInterval(() => write('x'), 20).unref();
    },
  ],
  [
    'says again and again that it goes on',
    (write: (text: string) => void) => void setInterval(() => write('HTTP/1.1 102 Processing\r\n\r\n'), 20).unref(),
  ],
])('a target that %s is left when the time is over', async (_, act) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    act((text) => void socket.write(text));
  });
  const url = new URL(`http://hooks.invalid:${await portOf(server)}/`);
  await expect(post(url, ['127.0.0.1'], letter({ signal: AbortSignal.timeout(200) }))).rejects.toThrow('aborted');
});

test.each([
  ['endless headers', `HTTP/1.1 200 OK\r\n${'x: '.padEnd(1000, 'y')}\r\n`.repeat(40)],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n'],
  ['nothing more', ''],
])('a target that answers %s did not take it', async (_, text) => {
  const server = createTcpServer((socket) => void socket.on('error', () => {}).end(text));
  const url = new URL(`http://hooks.invalid:${await portOf(server)}/`);
  await expect(post(url, ['127.0.0.1'], letter())).rejects.toMatchObject({ code: expect.any(String) });
});

test.each([
  ['30', 30],
  ['0', undefined],
  ['-5', undefined],
  ['soon', undefined],
  [new Date(Date.now() + 60_000).toUTCString(), expect.closeTo(60, -1)],
  ['Thu, 01 Jan 1970 00:00:00 GMT', undefined],
])('Retry-After %s', async (said, seconds) => {
  const url = await plain(
    (request, response) => void request.resume().on('end', () => response.writeHead(429, { 'retry-after': said }).end()),
  );
  expect((await post(url, ['127.0.0.1'], letter())).retryAfter).toEqual(seconds);
});
