import { copyFile, open, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { createToken, startService } from '../../src/service/index.ts';
import { attest, client, folder, token, world } from './support.ts';

/** A data directory with some evidence in it, without a service on it. */
async function filled(): Promise<string> {
  const it = await world();
  await Promise.all(Array.from({ length: 40 }, (_, index) => attest(it, `f/t${index}`, { description: 'x'.repeat(2000) })));
  await it.service.close();
  return it.dataDir;
}

/** The offsets in the file where the pages of a table or index begin. */
function pagesOf(file: string, name: string): readonly number[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const size = Number(database.prepare('pragma page_size').get()?.page_size);
  const root = Number(database.prepare('select rootpage from sqlite_schema where name = ?').get(name)?.rootpage);
  database.close();
  return [(root - 1) * size];
}

async function overwrite(file: string, at: number, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(bytes, 0, bytes.length, at);
  await handle.close();
}

const damages: readonly (readonly [string, (file: string) => Promise<void>])[] = [
  ['a page of the trails that was overwritten', async (file) => overwrite(file, pagesOf(file, 'trails')[0] ?? 0, Buffer.alloc(4096, 0xab))],
  ['a page of the records that was zeroed', async (file) => overwrite(file, pagesOf(file, 'records')[0] ?? 0, Buffer.alloc(4096))],
  ['its second half cut off', async (file) => truncate(file, Math.floor((await stat(file)).size / 8192) * 4096)],
  ['another file in its place', async (file) => writeFile(file, 'This is no database.\n'.repeat(500))],
  ['its list of tables overwritten', async (file) => overwrite(file, 100, Buffer.alloc(1000, 0xff))],
  [
    'a trail whose text was overwritten',
    async (file) => {
      const database = new DatabaseSync(file);
      database.exec(`update trails set compliance = replace(compliance, '{"status"', '{"st') where name = 't7'`);
      database.close();
    },
  ],
];

describe('a damaged database', () => {
  test.each(damages)('with %s keeps the service from starting, and names the file and the fix', async (_, damage) => {
    const dataDir = await filled();
    const file = join(dataDir, 'evidence.db');
    await damage(file);
    const error: unknown = await startService({ host: '127.0.0.1', port: 0, dataDir }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({
      message: expect.stringContaining(`The database ${file} is damaged: `),
      fix: expect.stringMatching(/from a backup.*\.recover/),
    });
    // The lock is given back: a service on a repaired directory may be started at once.
    await expect(startService({ host: '127.0.0.1', port: 0, dataDir })).rejects.toThrow('is damaged');
  });

  test('is named by whoever makes a token on it, too', async () => {
    const dataDir = await filled();
    await writeFile(join(dataDir, 'evidence.db'), 'This is no database.\n'.repeat(500));
    await expect(createToken({ dataDir, user: 'bob', orgs: ['acme'], role: 'reader' })).rejects.toThrow(/evidence\.db is damaged/);
  });

  test('starts again once the backup is back', async () => {
    const dataDir = await filled();
    const file = join(dataDir, 'evidence.db');
    await copyFile(file, `${file}.backup`);
    await overwrite(file, pagesOf(file, 'trails')[0] ?? 0, Buffer.alloc(4096, 0xab));
    await expect(startService({ host: '127.0.0.1', port: 0, dataDir })).rejects.toThrow('is damaged');
    await copyFile(`${file}.backup`, file);
    const it = await world(dataDir);
    expect((await it.get('/trails/acme/f/t7')).status).toBe(200);
  });
});

describe('damage that is met while the service runs', () => {
  test('makes it not ready any more, and is told apart from other failures', async () => {
    const it = await world();
    await attest(it, 'f/whole');
    await attest(it, 'f/broken');
    const ready = () => client(it.service.url, {}).get('/ready');
    expect(await ready()).toMatchObject({ status: 200, body: 'OK' });
    const database = new DatabaseSync(join(it.dataDir, 'evidence.db'), { timeout: 5000 });
    database.exec(`update trails set compliance = 'no JSON' where name = 'broken'`);
    database.close();
    expect(await it.get('/trails/acme/f/broken')).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining('its database is damaged') },
    });
    expect(await ready()).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('The database of this service is damaged.') },
    });
    // The readable part is answered: the reader decides what it is worth.
    expect((await it.get('/trails/acme/f/whole')).status).toBe(200);
    expect(it.log.join('\n')).toContain('Column compliance holds text that is no JSON');
    // A line tells the route, and neither the trail nor its flow.
    expect(it.log).toContainEqual(expect.stringMatching(/^GET \/api\/v2\/trails\/:org\/:flow_name\/:trail_name failed: /));
    expect(it.log.join('\n')).not.toMatch(/broken|acme/);
  });

  test('in a page of the file does so as well', async () => {
    const dataDir = await filled();
    const file = join(dataDir, 'evidence.db');
    const whole = await readFile(file);
    const it = await world(dataDir);
    await overwrite(file, pagesOf(file, 'trails')[0] ?? 0, Buffer.alloc(4096, 0xab));
    expect((await it.get('/trails/acme/f/t7')).status).toBe(500);
    expect((await client(it.service.url, {}).get('/ready')).status).toBe(503);
    await it.service.close().catch(() => {});
    await writeFile(file, whole);
  });

  test('is no other error: an answer that failed for another reason leaves it ready', async () => {
    const it = await world();
    await attest(it, 'f/t');
    expect((await it.get('/trails/acme/f/nothing')).status).toBe(404);
    expect((await attest(it, 'f/t', { junit_results: 'none' })).status).toBe(400);
    expect((await client(it.service.url, {}).get('/ready')).status).toBe(200);
  });
});

test('a new data directory is no damaged one', async () => {
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir: await folder() });
  await service.close();
  expect(token).not.toBe('');
});
