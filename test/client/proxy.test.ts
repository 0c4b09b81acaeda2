import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fault, startFaultServer, type FaultServer } from '../support/fault-server.ts';
import { clientOf, closeAll, failureOf, shop, trailNamed } from './setup.ts';

// Only the proxy knows this name: what reaches the service has gone through it.
const base = 'http://evidence.test:8080';

let service: FaultServer;
let proxy: Server;
let address = '';
let asked: { target: string; authorization: string | undefined }[] = [];

beforeAll(async () => {
  service = await startFaultServer({ script: () => fault.status(200, {}, trailNamed(shop.trail)) });
  proxy = createServer((request, response) => {
    asked.push({ target: `${request.method} ${request.url}`, authorization: request.headers['proxy-authorization'] });
    response.writeHead(502).end();
  });
  proxy.on('connect', (request, socket) => {
    asked.push({ target: `CONNECT ${request.url}`, authorization: request.headers['proxy-authorization'] });
    if (request.url !== 'evidence.test:8080') return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const { port } = new URL(service.url);
    const upstream = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  await new Promise<void>((fulfil) => proxy.listen(0, '127.0.0.1', fulfil));
  const listening = proxy.address();
  address = `127.0.0.1:${typeof listening === 'object' ? listening?.port : ''}`;
});
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((fulfil) => proxy.close(fulfil));
  await service.close();
});

beforeEach(() => {
  asked = [];
  for (const name of ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']) vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});

const once = { retry: { attempts: 1, first: 1, longest: 1, random: () => 0 } };

describe('a proxy', () => {
  it.each(['HTTP_PROXY', 'http_proxy'])('is used that %s names', async (name) => {
    vi.stubEnv(name, `http://${address}`);
    await expect(clientOf(base).client.getTrail(shop)).resolves.toMatchObject({ name: shop.trail });
    expect(asked).toEqual([{ target: 'CONNECT evidence.test:8080', authorization: undefined }]);
  });

  it.each(['HTTPS_PROXY', 'https_proxy'])('is used for https that %s names', async (name) => {
    vi.stubEnv(name, `http://${address}`);
    await failureOf(clientOf('https://other.test:9443', once).client.getTrail(shop));
    expect(asked.map(({ target }) => target)).toEqual(['CONNECT other.test:9443']);
  });

  it('of the other scheme is not used', async () => {
    vi.stubEnv('HTTPS_PROXY', `http://${address}`);
    await failureOf(clientOf(base, once).client.getTrail(shop));
    expect(asked).toEqual([]);
  });

  it.each([
    ['NO_PROXY', 'evidence.test'],
    ['no_proxy', '.test'],
    ['NO_PROXY', 'other.example, evidence.test:8080'],
    ['NO_PROXY', '*'],
  ])('is not used where %s is %s', async (name, value) => {
    vi.stubEnv('HTTP_PROXY', `http://${address}`);
    vi.stubEnv(name, value);
    await failureOf(clientOf(base, once).client.getTrail(shop));
    expect(asked).toEqual([]);
  });

  it('is used where NO_PROXY names another host', async () => {
    vi.stubEnv('HTTP_PROXY', `http://${address}`);
    vi.stubEnv('NO_PROXY', 'internal.example,.corp');
    await expect(clientOf(base).client.getTrail(shop)).resolves.toBeDefined();
    expect(asked).toHaveLength(1);
  });

  it('may be written without its scheme', async () => {
    for (const proxyName of [address, address.replace('127.0.0.1', 'localhost')]) {
      vi.stubEnv('HTTP_PROXY', proxyName);
      await expect(clientOf(base, once).client.getTrail(shop)).resolves.toMatchObject({ name: shop.trail });
    }
  });

  it('gets its own user and password, decoded, and not our token', async () => {
    vi.stubEnv('HTTP_PROXY', `http://build%40corp:p%3Ass@${address}`);
    await clientOf(base).client.getTrail(shop);
    expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from('build@corp:p:ss').toString('base64')}`);
  });

  it('that refuses is named in the error', async () => {
    vi.stubEnv('HTTP_PROXY', `http://${address}`);
    const error = await failureOf(clientOf('http://forbidden.test', once).client.getTrail(shop));
    expect(error).toMatchObject({ name: 'TransportError', fix: expect.stringContaining('PROXY') });
  });

  it('is not used for a service on this machine', async () => {
    vi.stubEnv('HTTP_PROXY', `http://${address}`);
    await expect(clientOf(service.url).client.getTrail(shop)).resolves.toBeDefined();
    expect(asked).toEqual([]);
  });
});
