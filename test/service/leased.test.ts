import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createToken } from '../../src/service/index.ts';
import { attest, world } from './support.ts';

const url: { before?: string } = {};
const eve = { user: 'eve', orgs: ['acme'], role: 'admin', token: 'a-token-of-eve-alone' } as const;

test('a service is given to a test', async () => {
  const it = await world();
  url.before = it.service.url;
  await createToken({ dataDir: it.dataDir, ...eve });
  expect((await attest(it, 'f/t', {}, { content: '<testsuite/>' })).status).toBe(201);
  expect(await readdir(join(it.dataDir, 'blobs'))).toHaveLength(2);
});

test('the next test has the same one, with nothing in it', async () => {
  const it = await world();
  expect(it.service.url).toBe(url.before);
  expect((await it.get('/flows/acme/f')).status).toBe(404);
  expect((await it.as(eve.token).get('/flows/acme')).status).toBe(401);
  expect(await readdir(join(it.dataDir, 'blobs'))).toEqual(['incoming']);
  expect(await attest(it, 'f/t')).toMatchObject({ status: 201 });
});

test('a test that asks for two has two', async () => {
  const [one, other] = [await world(), await world()];
  await attest(one, 'f/t');
  expect((await other.get('/flows/acme/f')).status).toBe(404);
});

test('a test may stop it', async () => {
  const it = await world();
  url.before = it.service.url;
  await it.service.close();
  await expect(it.get('/ready')).rejects.toThrow('fetch failed');
});

test('and one that is spoiled is given to no other', async () => {
  const it = await world();
  expect(it.service.url).not.toBe(url.before);
  url.before = it.service.url;
  await attest(it, 'f/t');
  const database = new DatabaseSync(join(it.dataDir, 'evidence.db'), { timeout: 5000 });
  database.exec(`update trails set compliance = 'no JSON'`);
  database.close();
  expect((await it.get('/trails/acme/f/t')).status).toBe(500);
});

test('so that each has a good one', async () => {
  const it = await world();
  expect(it.service.url).not.toBe(url.before);
  expect((await attest(it, 'f/t')).status).toBe(201);
});
