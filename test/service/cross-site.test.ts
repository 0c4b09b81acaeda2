import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { startService } from '../../src/service/index.ts';
import { folder, token, world, type World } from './support.ts';

type Headers = Readonly<Record<string, string>>;

const bearer = { authorization: `Bearer ${token}` };
const basic = { authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` };
const publicUrl = 'https://evidence.example/base/';

/** Sends headers unchanged, which `fetch` does not allow. */
async function send(
  it: World,
  method: string,
  path: string,
  headers: Headers,
): Promise<{ readonly status: number; readonly said: string }> {
  const { promise, reject, resolve } = Promise.withResolvers<{ status: number; said: string }>();
  const asked = request(`${it.service.url}/api/v2${path}`, { method, headers }, (answer) => {
    text(answer).then((said) => resolve({ status: answer.statusCode ?? 0, said }), reject);
  });
  asked.on('error', reject);
  asked.end(method === 'GET' ? undefined : 'null');
  return await promise;
}

/** Makes a browser's choice of the default organization, which any token may do, and says whether it took effect. */
async function write(it: World, headers: Headers): Promise<readonly [number, boolean]> {
  const { status } = await send(it, 'PUT', '/user/acme', { 'content-type': 'application/json', ...headers });
  return [status, JSON.stringify((await it.get('/user/default-org')).body).includes('acme')];
}

const done = [200, true];
const refused = [403, false];

test.each<[string, Headers]>([
  ['another site', { origin: 'https://evil.example' }],
  ['another site, by a form', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['a page without an origin', { origin: 'null' }],
  ['an empty origin', { origin: '' }],
  ['another port', { origin: 'http://127.0.0.1:1' }],
  ['a page of another program of this machine', { origin: 'http://localhost' }],
  ['a browser that says cross-site alone', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling', { 'sec-fetch-site': 'same-site' }],
  ['a site that nobody knows', { 'sec-fetch-site': 'elsewhere' }],
  ['an extension of a browser', { origin: 'chrome-extension://abcdef', host: 'abcdef' }],
  ['two origins', { origin: 'http://a.example, http://a.example', host: 'a.example' }],
])('a write that a browser sends for %s is refused, and nothing becomes of it', async (_, headers) => {
  const it = await world();
  for (const credentials of [bearer, basic]) expect(await write(it, { ...headers, ...credentials })).toEqual(refused);
  const { said } = await send(it, 'PUT', '/user/acme', { ...headers, ...bearer });
  expect(said).toMatch(/page of another site.* Send it with a program, without the headers Origin and Sec-Fetch-Site/);
});

test.each<[string, Headers]>([
  ['of this service', { origin: 'http://evidence.example:1234', host: 'evidence.example:1234' }],
  ['of this service, behind a proxy with TLS', { origin: 'https://evidence.example', host: 'evidence.example' }],
  ['of this service, with its port', { origin: 'https://evidence.example', host: 'evidence.example:443' }],
  ['that says no origin', { 'sec-fetch-site': 'same-origin' }],
  ['that the user opened', { 'sec-fetch-site': 'none' }],
])('a page %s may write with a bearer token, and never with basic authentication', async (_, headers) => {
  const it = await world();
  expect(await write(it, { ...headers, ...basic })).toEqual(refused);
  expect((await send(it, 'PUT', '/user/acme', { ...headers, ...basic })).said).toMatch(
    /with basic authentication.* Send the header Authorization: Bearer <token>/,
  );
  expect(await write(it, { ...headers, ...bearer })).toEqual(done);
});

test.each<[string, Headers]>([
  ['curl -u TOKEN:', basic],
  ['basic authentication in capital letters', { authorization: basic.authorization.replace('Basic', 'BASIC') }],
  ['a bearer token', bearer],
  ['fetch of Node', { ...basic, 'sec-fetch-mode': 'cors', accept: '*/*', 'user-agent': 'node' }],
])('a program writes with %s', async (_, headers) => {
  expect(await write(await world(), headers)).toEqual(done);
});

test('what is only read is read from anywhere', async () => {
  const it = await world();
  const headers = { ...basic, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await send(it, 'GET', '/flows/acme', headers)).status).toBe(200);
});

describe('with a public address', () => {
  test('its origin alone is the own one, whatever the host is called', async () => {
    const it = await world(undefined, { publicUrl });
    const internal = new URL(it.service.url).host;
    for (const origin of [`http://${internal}`, 'http://evidence.example', 'https://evidence.example:444', 'https://evidence.example.evil'])
      expect([origin, ...(await write(it, { ...bearer, origin }))]).toEqual([origin, ...refused]);
    expect(await write(it, { ...basic, origin: 'https://evidence.example', host: internal })).toEqual(refused);
    expect(await write(it, { ...bearer, origin: 'https://evidence.example', host: internal, 'sec-fetch-site': 'same-origin' })).toEqual(
      done,
    );
  });

  test.each(['evidence.example', 'ftp://evidence.example', 'javascript:alert(1)', ''])(
    '%j is not one, and the service does not start',
    async (wrong) => {
      const started = startService({ host: '127.0.0.1', port: 0, dataDir: await folder(), publicUrl: wrong });
      await expect(started).rejects.toThrow(UsageError);
      await expect(started).rejects.toThrow(`The public address is not one of the web: ${wrong}`);
    },
  );
});
