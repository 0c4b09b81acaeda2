import { expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../../src/errors/index.ts';
import { startService } from '../../../src/service/index.ts';
import { isThisMachine, refuseOpenly } from '../../../src/service/operation/address.ts';
import { isBelieved } from '../../../src/service/operation/clients.ts';
import type { AnsweredRequest } from '../../../src/service/operation/log.ts';
import { folder, world } from '../support.ts';

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['::ffff:0.0.0.0', false],
  ['192.0.2.1', false],
  ['10.0.0.1', false],
  ['0', false],
])('%s is this machine alone: %s', async (host, is) => {
  expect(await isThisMachine(host)).toBe(is);
});

test('plain HTTP that others could read is refused with the three ways to be safe, before anything is made', async () => {
  const dataDir = `${await folder()}/data`;
  const error: unknown = await startService({ host: '0.0.0.0', port: 0, dataDir }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({
    message: expect.stringContaining('On 0.0.0.0 others could read the tokens'),
    fix: expect.stringMatching(/--tls-cert FILE --tls-key FILE.*--behind-proxy.*--host 127\.0\.0\.1/),
  });
  await expect(import('node:fs/promises').then(({ stat }) => stat(dataDir))).rejects.toThrow('ENOENT');
});

test.each([[{ hasTls: true, isBehindProxy: false }], [{ hasTls: false, isBehindProxy: true }]])(
  'with %j others may reach it',
  async (how) => {
    await expect(refuseOpenly({ host: '0.0.0.0', ...how })).resolves.toBeUndefined();
  },
);

test('behind a proxy the log says that it is plain HTTP, and which address links lead to', async () => {
  const log: string[] = [];
  const service = await startService({ host: '0.0.0.0', port: 0, dataDir: await folder(), proxies: 1, logger: (line) => log.push(line) });
  onTestFinished(() => service.close());
  expect(log).toEqual([
    expect.stringMatching(/^This is plain HTTP at http:\/\/0\.0\.0\.0:\d+, for a proxy with TLS\. .*nobody but the proxy/),
    expect.stringContaining('Name the public address with --public-url.'),
  ]);
});

/** The address that the service takes a request to come from. */
async function addressOf(proxies: number | undefined, forwarded: string): Promise<string | undefined> {
  const told: AnsweredRequest[] = [];
  const it = await world(undefined, { answered: (request) => told.push(request), ...(proxies === undefined ? {} : { proxies }) });
  await fetch(`${it.service.url}/health`, { headers: { 'x-forwarded-for': forwarded } });
  await expect.poll(() => told.length).toBe(1);
  return told[0]?.address;
}

test.each([
  // Without a proxy nobody is believed.
  [undefined, '203.0.113.9', '127.0.0.1'],
  // A client wrote the first addresses itself; the proxy adds the last one.
  [1, '203.0.113.9', '203.0.113.9'],
  [1, '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  [1, '10.0.0.1, 10.0.0.2', '10.0.0.2'],
  [2, '198.51.100.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  // Some proxies write the port too; and one that hands on what a client wrote hands on no address.
  [1, '203.0.113.9:4711', '203.0.113.9'],
  [1, `203.0.113.9 ${'x'.repeat(10_000)}`, 'unknown'],
])('behind %s proxies a request with X-Forwarded-For: %s comes from %s', async (proxies, forwarded, address) => {
  expect(await addressOf(proxies, forwarded)).toBe(address);
});

test('a request that comes past the proxy, from the internet, is not believed', () => {
  const believed = isBelieved(2);
  expect(
    ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '::1', 'fd00::1', '::ffff:10.0.0.1'].map((each) => believed(each, 0)),
  ).not.toContain(false);
  expect(['203.0.113.9', '172.32.0.1', '2001:db8::1', '::ffff:203.0.113.9'].map((each) => believed(each, 0))).not.toContain(true);
  expect([believed('203.0.113.9', 1), believed('203.0.113.9', 2)]).toEqual([true, false]);
});

test('behind a proxy a rate limit counts the address of the client, and a forged one changes nothing', async () => {
  const it = await world(undefined, { proxies: 1, requestsPerMinute: 2 });
  const ask = async (forwarded: string) =>
    (await fetch(`${it.service.url}/api/v2/flows/acme`, { headers: { 'x-forwarded-for': forwarded } })).status;
  const statuses = [];
  for (const forged of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) statuses.push(await ask(`${forged}, 203.0.113.9`));
  expect(statuses).toEqual([401, 401, 429]);
  expect(await ask('203.0.113.10')).toBe(401);
  // All addresses of a network of IPv6 are one client.
  const ofNetwork = [];
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3']) ofNetwork.push(await ask(address));
  expect(ofNetwork).toEqual([401, 401, 429]);
});
