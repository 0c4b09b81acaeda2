import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createToken } from '../../src/service/index.ts';
import { attest, field, red, token, world } from './support.ts';

const key = { 'idempotency-key': 'key-1' };

test('the same request under the same key is answered as the first was, and recorded once', async () => {
  const it = await world();
  const first = await attest(it, 'f/t', { user_data: { a: 1, b: 2 } }, { content: '<x/>' }, key);
  const again = await attest(it, 'f/t', { user_data: { b: 2, a: 1 } }, { content: '<x/>' }, key);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true']);
  expect((await it.get('/attestations/acme')).body).toHaveProperty('data.length', 1);
});

test('is remembered over a restart', async () => {
  const it = await world();
  const first = await attest(it, 'f/t', {}, undefined, key);
  const restarted = await it.restart();
  const again = await attest(restarted, 'f/t', {}, undefined, key);
  expect(again.body).toEqual(first.body);
  expect((await restarted.get('/attestations/acme')).body).toHaveProperty('data.length', 1);
});

test.each([
  ['another body', 'f/t', { junit_results: [red] }, '<x/>'],
  ['another attachment', 'f/t', {}, '<y/>'],
  ['another trail', 'f/u', {}, '<x/>'],
] as const)('%s under the same key is refused', async (_, where, data, content) => {
  const it = await world();
  await attest(it, 'f/t', {}, { content: '<x/>' }, key);
  const other = await attest(it, where, data, { content }, key);
  expect(other.status).toBe(422);
  expect((await it.get('/attestations/acme')).body).toHaveProperty('data.length', 1);
});

test('keys of two users are two keys', async () => {
  const it = await world();
  const bob = it.as(await createToken({ dataDir: it.dataDir, user: 'bob', orgs: ['acme'], role: 'member' }));
  const first = await attest(it, 'f/t', {}, undefined, key);
  const second = await attest(bob, 'f/t', { junit_results: [red] }, undefined, key);
  expect(second.status).toBe(201);
  expect(second.body).not.toEqual(first.body);
});

test('a request that was refused does not use its key up', async () => {
  const it = await world();
  expect((await attest(it, 'f/t', { junit_results: 'none' }, undefined, key)).status).toBe(400);
  expect((await attest(it, 'f/t', {}, undefined, key)).status).toBe(201);
});

test('of 20 requests at once under one key one is recorded, and all that are answered say the same', async () => {
  const it = await world();
  const answers = await Promise.all(Array.from({ length: 20 }, () => attest(it, 'f/t', {}, undefined, key)));
  const created = answers.filter(({ status }) => status === 201);
  expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 409])).size).toBe(0);
  expect(new Set(created.map(({ body }) => field(body, 'attestation_id'))).size).toBe(1);
  expect((await it.get('/attestations/acme')).body).toHaveProperty('data.length', 1);
});

test('while the first is still running a second one is told to come again', async () => {
  const it = await world();
  // The second one may overtake the first on a slow machine. Then both are tried again under another key, with more time between them.
  const both = async (attempt: number): Promise<(number | undefined)[]> => {
    const headers = { 'idempotency-key': `key-${attempt}` };
    const first = request(`${it.service.url}/api/v2/attestations/acme/f/trail/t/junit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b', expect: '100-continue', ...headers },
    });
    first.flushHeaders();
    const finished = new Promise<number | undefined>((resolve) => {
      first.on('error', () => resolve(undefined)).on('response', (response) => resolve(response.resume().statusCode));
    });
    await once(first, 'continue');
    first.write('--b\r\nContent-Disposition: form-data; name="data_json"\r\n\r\n{"attestation_name":"unit",');
    await setTimeout(attempt * 50);
    const second = await attest(it, 'f/t', {}, undefined, headers);
    first.end('"junit_results":[]}\r\n--b--\r\n');
    return [await finished, second.status];
  };
  let attempt = 0;
  await expect.poll(async () => await both((attempt += 1)), { timeout: 20_000 }).toEqual([201, 409]);
});

test.each(['', 'with space', 'ü', 'x'.repeat(256)])('the key %j is refused', async (value) => {
  const it = await world();
  const header = { 'idempotency-key': Buffer.from(value).toString('latin1') };
  expect((await attest(it, 'f/t', {}, undefined, header)).status).toBe(400);
});
