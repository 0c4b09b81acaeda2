import { once } from 'node:events';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { verifyData } from '../../src/service/index.ts';
import { postgresDatabase } from '../../src/service/postgres.ts';
import { openGateway, type Gateway } from '../support/s3/gateway.ts';
import { attest, client, field, token } from './client.ts';
import { begun, names, persist, serve } from './processes.ts';

let gateway: Gateway;
let made = 0;
let prefix: string;

beforeAll(async () => {
  gateway = await openGateway();
  for (const [name, value] of Object.entries(gateway.env)) vi.stubEnv(name, value);
  return async () => {
    vi.unstubAllEnvs();
    await gateway.remove();
  };
});

beforeEach(() => {
  prefix = `p${(made += 1)}`;
});

const begin = () => begun(undefined, `s3://evidence/${prefix}`);
const of = (url: string) => client(url, { authorization: `Bearer ${token}` });
const inBucket = (folder: string) => readdir(join(gateway.bucket, prefix, folder)).catch(() => []);
const kept = async () => (await inBucket('blobs')).filter((name) => name !== 'incoming');

test('50 clients of two services, whose answers get lost, leave each record with its file in the bucket, and nothing else', async () => {
  const place = await begin();
  const services = await Promise.all([serve(place), serve(place)]);
  const urls = services.map(({ url }) => url);
  await Promise.all(Array.from({ length: 50 }, (_, index) => persist(urls, index, index % 2 === 0 ? `file ${index}` : undefined)));
  for (const url of urls) expect(await names(url)).toHaveLength(50);
  const dataDir = postgresDatabase({ ...place, env: process.env });
  expect(await verifyData({ dataDir })).toMatchObject({
    problem: undefined,
    organizations: [{ records: 53, blobs: 25, problem: undefined }],
  });
  expect(await kept()).toHaveLength(25);
  await vi.waitFor(async () => expect(await inBucket('blobs/incoming')).toEqual([]), 10_000);
});

test('a service that is killed under load leaves no record without its file', async () => {
  const place = await begin();
  const [one, two] = await Promise.all([serve(place), serve(place)]);
  const load = Array.from({ length: 40 }, (_, index) => persist([one.url, two.url], index, `file ${index}`));
  await sleep(300);
  one.child.kill('SIGKILL');
  await once(one.child, 'exit');
  await Promise.all(load);
  expect(await names(two.url)).toHaveLength(40);
  expect(await verifyData({ dataDir: postgresDatabase({ ...place, env: process.env }) })).toMatchObject({
    problem: undefined,
    organizations: [{ records: 43, blobs: 40, problem: undefined }],
  });
});

test(
  'a bucket that is gone refuses files with 503, records nothing of them, and takes them once it is back',
  { timeout: 120_000 },
  async () => {
    const place = await begin();
    const { url } = await serve(place);
    const it = of(url);
    const ready = async () => (await it.get('/ready')).status;
    expect(await ready()).toBe(200);
    await gateway.stop();
    const upload = () => attest(it, 'f/t', { attestation_name: 'with' }, { content: 'a file' }, { 'idempotency-key': 'k' });
    const refused = await upload();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(String(field(refused.body, 'message'))).toMatch(/cannot reach its store of attached files/);
    expect(await ready()).toBe(503);
    // Records without a file go on.
    expect((await attest(it, 'f/t', { attestation_name: 'without' })).status).toBe(201);
    await expect(verifyData({ dataDir: postgresDatabase({ ...place, env: process.env }) })).rejects.toThrow(/s3:\/\/evidence/);
    await gateway.start();
    expect((await upload()).status).toBe(201);
    expect(await ready()).toBe(200);
    expect((await names(url)).toSorted()).toEqual(['with', 'without']);
    expect(await verifyData({ dataDir: postgresDatabase({ ...place, env: process.env }) })).toMatchObject({
      organizations: [{ blobs: 1, problem: undefined }],
    });
  },
);

test('a file that somebody changes, takes away or adds in the bucket is found, and not given out', async () => {
  const place = await begin();
  const { url } = await serve(place);
  const it = of(url);
  const { body } = await attest(it, 'f/t', {}, { content: 'true words' });
  const path = `/attestations/acme/f/trail/t/attestation/${String(field(body, 'attestation_id'))}/evidence`;
  const download = () => fetch(`${url}/api/v2${path}`, { headers: { authorization: `Bearer ${token}` } });
  const verified = async () => {
    const { organizations, problem } = await verifyData({ dataDir: postgresDatabase({ ...place, env: process.env }) });
    return problem ?? organizations[0]?.problem ?? '';
  };
  expect(await (await download()).text()).toBe('true words');
  expect(await verified()).toBe('');
  const [id = ''] = await kept();
  const file = join(gateway.bucket, prefix, 'blobs', id);
  await writeFile(file, 'other word');
  expect(await readFile(file, 'utf8')).toBe('other word');
  expect(await verified()).toMatch(/is not the one that was recorded/);
  expect((await download()).status).toBe(500);
  await rename(file, `${file}0`);
  expect(await verified()).toMatch(/is missing/);
  expect((await download()).status).toBe(500);
  await writeFile(file, 'true words');
  expect(await verified()).toMatch(/is named by no record/);
  await rm(`${file}0`);
  expect(await verified()).toBe('');
});
