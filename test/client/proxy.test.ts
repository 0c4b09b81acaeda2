import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { getTrail, startDeadline, type Network } from '../../src/client/index.ts';
import { fault, startFaultServer } from '../support/fault-server.ts';
import { fixture, openProxy, openService, readElsewhere, type Listening, type RealProxy } from './proxy-support.ts';
import { clientOf, closeAll, failureOf, shop, token, trailNamed, type TestClient } from './setup.ts';

let service: Awaited<ReturnType<typeof openService>>;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());
afterEach(closeAll);

async function proxyTo(to: Listening, options?: Parameters<typeof openProxy>[1]): Promise<RealProxy> {
  const proxy = await openProxy(to, options);
  onTestFinished(() => proxy.close());
  return proxy;
}

const once = { retry: { attempts: 1, first: 1, longest: 1, random: () => 0 } };
const through = (url: string, network: Network): TestClient => clientOf(url, { ...once, network });
// Only the proxy knows this name: a request that reaches the service has gone through it.
const base = 'https://evidence.test:8443';

describe('a proxy that HTTPS_PROXY names', () => {
  it('carries requests by CONNECT, cannot read them, and is said to be used', async () => {
    const proxy = await proxyTo(service);
    const before = service.requests.length;
    const said = await readElsewhere(base, {
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: fixture('evidence-ca.pem'),
    });
    expect(said.split('\n')).toEqual([
      `Requests to ${base} go through the proxy http://127.0.0.1:${proxy.port} (HTTPS_PROXY), which cannot read them`,
      `Certificates of the authorities in ${fixture('evidence-ca.pem')} are trusted as well (NODE_EXTRA_CA_CERTS)`,
      `read ${shop.trail_name}`,
    ]);
    expect(proxy.asked).toMatchObject([{ target: 'CONNECT evidence.test:8443', authorization: undefined }]);
    expect(service.requests.slice(before)).toMatchObject([{ headers: { authorization: `Bearer ${token}` } }]);
    const carried = Buffer.concat(proxy.asked[0]?.carried ?? []);
    expect(carried.length).toBeGreaterThan(200);
    expect(carried.includes(token)).toBe(false);
    expect(carried.includes('authorization')).toBe(false);
  });

  it('that answers in the place of the service is found out by the certificate', async () => {
    const proxy = await proxyTo(service);
    const before = service.requests.length;
    const untrusted = await readElsewhere(base, { https_proxy: `http://127.0.0.1:${proxy.port}` });
    expect(untrusted).toMatch(/\ntls: The certificate for GET https:.* is not trusted .*NODE_EXTRA_CA_CERTS/);
    const ofAnother = await readElsewhere('https://other.test:8443', {
      https_proxy: `http://127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: fixture('evidence-ca.pem'),
    });
    expect(ofAnother).toMatch(/\ntls: .*ERR_TLS_CERT_ALTNAME_INVALID/);
    expect(proxy.asked.map(({ target }) => target)).toEqual(['CONNECT evidence.test:8443', 'CONNECT other.test:8443']);
    expect(service.requests).toHaveLength(before);
  });

  it('may itself be spoken to by https, with its certificate verified', async () => {
    const proxy = await proxyTo(service, { tls: true });
    const folder = mkdtempSync(join(tmpdir(), 'authorities-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const both = join(folder, 'both.pem');
    writeFileSync(both, `${readFileSync(fixture('ca.pem'), 'utf8')}${readFileSync(fixture('evidence-ca.pem'), 'utf8')}`);
    const network = { HTTPS_PROXY: `https://localhost:${proxy.port}` };
    expect(await readElsewhere(base, { ...network, NODE_EXTRA_CA_CERTS: both })).toMatch(new RegExp(`read ${shop.trail_name}$`));
    expect(proxy.asked).toHaveLength(1);
    expect(await readElsewhere(base, { ...network, NODE_EXTRA_CA_CERTS: fixture('evidence-ca.pem') })).toMatch(/\ntls: /);
    expect(proxy.asked).toHaveLength(1);
  });

  it('gets its own user and password, decoded, and not our token; no notice and no error repeats them', async () => {
    const proxy = await proxyTo(service);
    const { call, notices } = through(base, { HTTPS_PROXY: `http://build%40corp:p%3Ass@127.0.0.1:${proxy.port}` });
    const error = await failureOf(getTrail(call, shop));
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${Buffer.from('build@corp:p:ss').toString('base64')}`);
    expect(`${notices.join()}${String(error)}`).not.toMatch(/p%3Ass|p:ss|build/);
    const odd = through(base, { HTTPS_PROXY: `http://user:100%@127.0.0.1:${proxy.port}` });
    await failureOf(getTrail(odd.call, shop));
    expect(proxy.asked[1]?.authorization).toBe(`Basic ${Buffer.from('user:100%').toString('base64')}`);
    const alone = through(base, { HTTPS_PROXY: `http://user@127.0.0.1:${proxy.port}` });
    await failureOf(getTrail(alone.call, shop));
    expect(proxy.asked[2]?.authorization).toBe(`Basic ${Buffer.from('user:').toString('base64')}`);
    const nameless = through(base, { HTTPS_PROXY: `http://:word@127.0.0.1:${proxy.port}` });
    await failureOf(getTrail(nameless.call, shop));
    expect(proxy.asked[3]?.authorization).toBe(`Basic ${Buffer.from(':word').toString('base64')}`);
    const open = through(base, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    await failureOf(getTrail(open.call, shop));
    expect(proxy.asked[4]).toMatchObject({ authorization: undefined });
  });

  it('that refuses is named with its status, and nothing can have arrived', async () => {
    const proxy = await proxyTo(service);
    const error = await failureOf(
      getTrail(through('https://forbidden.example', { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }).call, shop),
    );
    expect(error).toMatchObject({
      name: 'TransportError',
      code: 'unreachable',
      mayHaveArrived: false,
      message: expect.stringContaining(`The proxy http://127.0.0.1:${proxy.port} refused the way (403) to GET https://forbidden.example/`),
      fix: expect.stringContaining('NO_PROXY'),
    });
  });

  it('that is not there is named, and nothing can have arrived', async () => {
    const error = await failureOf(getTrail(through(base, { HTTPS_PROXY: 'http://127.0.0.1:9' }).call, shop));
    expect(error).toMatchObject({ code: 'unreachable', mayHaveArrived: false });
    expect(String(error)).toContain('through the proxy http://127.0.0.1:9 (ECONNREFUSED)');
  });

  it('that never answers is not waited for longer than a service is', async () => {
    const proxy = await proxyTo(service, { silent: true });
    const { call } = clientOf(base, {
      ...once,
      network: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` },
      timeouts: { connect: 500, headers: 100, body: 100 },
      deadline: startDeadline(15_000),
    });
    expect(await failureOf(getTrail(call, shop))).toMatchObject({ code: 'timeout' });
    expect(proxy.asked).toHaveLength(1);
  });

  it.each([
    ['is no address', 'http://', /HTTPS_PROXY is not the address of a proxy/],
    ['is no address, and holds a password', 'http://me:hunter2@:', /HTTPS_PROXY is not the address of a proxy/],
    ['is of a kind that we do not speak', 'socks5://127.0.0.1:1080', /HTTPS_PROXY names a proxy of the kind socks5:\/\//],
  ])('that %s is wrong usage, before anything is sent', (_, proxy, message) => {
    let error: unknown;
    try {
      through(base, { HTTPS_PROXY: proxy });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(message),
      fix: expect.stringContaining('http://host:port'),
    });
    expect(String(error)).not.toContain('hunter2');
  });
});

describe('plain http', () => {
  it.each(['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy'])(
    'never goes through the proxy that %s names, and says that it went direct',
    async (name) => {
      const plain = await startFaultServer({ script: () => fault.status(200, {}, trailNamed(shop.trail_name)) });
      onTestFinished(() => plain.close());
      const proxy = await proxyTo({ port: Number(new URL(plain.url).port), close: async () => undefined });
      const network = { [name]: `http://127.0.0.1:${proxy.port}` };
      const { call, notices } = through(plain.url, network);
      await expect(getTrail(call, shop)).resolves.toMatchObject({ name: shop.trail_name });
      expect(notices).toEqual([`Requests to ${plain.url} go direct: plain http never goes through a proxy, although ${name} is set`]);
      // The proxy would have known the way.
      expect(await failureOf(getTrail(through('http://evidence.test:8080', network).call, shop))).toMatchObject({ code: 'unreachable' });
      expect(proxy.asked).toEqual([]);
    },
  );

  it('says nothing where no proxy is named', async () => {
    const { notices } = through('http://127.0.0.1:8080', {});
    expect(notices).toEqual([]);
  });
});

describe('an environment that says to verify no certificate', () => {
  it('is wrong usage, before anything is sent', () => {
    expect(() => through('https://evidence.test', { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED'),
        fix: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
      }),
    );
  });

  it.each(['1', '', undefined])('is not one that says %j, by which Node verifies them all', (value) => {
    expect(() => through('https://evidence.test', { NODE_TLS_REJECT_UNAUTHORIZED: value })).not.toThrow();
  });

  it('could not be obeyed if it came later: each connection asks for the check itself', async () => {
    const proxy = await proxyTo(service);
    const before = service.requests.length;
    const { NODE_TLS_REJECT_UNAUTHORIZED: saved } = process.env;
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    onTestFinished(() => {
      if (saved === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = saved;
    });
    for (const { call } of [
      through(base, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }),
      through(`https://127.0.0.1:${service.port}`, {}),
    ])
      expect(await failureOf(getTrail(call, shop))).toMatchObject({ code: 'tls' });
    expect(proxy.asked).toHaveLength(1);
    expect(service.requests).toHaveLength(before);
  });
});
