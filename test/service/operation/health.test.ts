import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { shared } from '../../../src/service/operation/ready.ts';
import { within } from '../../../src/service/turns.ts';
import { attest, field, token, world } from '../support.ts';

const get = (url: string, headers = {}) => fetch(url, { headers });

test('health says that the process lives, and asks for no token', async () => {
  const it = await world();
  const answer = await get(`${it.service.url}/health`);
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'text/plain; charset=utf-8', 'OK']);
  expect((await fetch(`${it.service.url}/health`, { method: 'HEAD' })).status).toBe(200);
});

test('neither probe counts for a rate limit', async () => {
  const it = await world(undefined, { requestsPerMinute: 2 });
  const statuses = [];
  for (let asked = 0; asked < 4; asked += 1)
    for (const path of ['/health', '/ready']) statuses.push((await get(it.service.url + path)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a stopping service is not ready at once, and still takes requests until a proxy has seen that', async () => {
  const it = await world(undefined, { stop: { drainMs: 700, lingerMs: 0 } });
  expect((await get(`${it.service.url}/ready`)).status).toBe(200);
  const closed = it.service.close();
  const ready = await get(`${it.service.url}/ready`);
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1']);
  expect(field(await ready.json(), 'message')).toContain('This service is about to stop.');
  expect((await get(`${it.service.url}/health`)).status).toBe(200);
  expect((await attest(it, 'f/t')).status).toBe(201);
  await closed;
  await expect(get(`${it.service.url}/health`)).rejects.toThrow('fetch failed');
});

test.each([
  ['a-request.1', true],
  ['Root=1-67891233-abcdef012345678912345678', true],
  ['', false],
  ['x'.repeat(129), false],
  ['two words', false],
  ['"quoted"', false],
])('a request with the id %j keeps it: %s', async (id, isKept) => {
  const it = await world();
  const answers = await Promise.all(
    ['/health', '/api/v2/flows/acme', '/nothing'].map((path) =>
      get(it.service.url + path, { 'x-request-id': id, authorization: `Bearer ${token}` }),
    ),
  );
  for (const { headers } of answers) expect(headers.get('x-request-id')).toMatch(isKept ? new RegExp(`^${id}$`) : /^[\da-f-]{36}$/);
});

test('those who ask while an answer is on its way get the same one, and none waits longer than it may', async () => {
  let begun = 0;
  const ask = shared(async () => {
    begun += 1;
    await sleep(50);
    return begun;
  });
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask()).toBe(2);
  const never = new Promise<never>(() => {});
  await expect(within(10, never, () => new Error('too long'))).rejects.toThrow('too long');
  await expect(within(10_000, Promise.reject(new Error('its own')), () => new Error('too long'))).rejects.toThrow('its own');
});
