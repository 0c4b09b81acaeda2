import { spawnSync } from 'node:child_process';
import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createToken, startService, verifyData } from '../../src/service/index.ts';
import { attest, client, field, folder, token } from './support.ts';

const metrics = { host: '127.0.0.1', port: 0, version: '1.0.0' };

/** Runs a command as the administrator of the machine, and says whether that was possible. */
function administer(...words: readonly string[]): boolean {
  return ['', 'sudo -n '].some((before) => spawnSync(`${before}${words.join(' ')}`, { shell: true }).status === 0);
}

/** A disk of 8 MB, or `undefined` if this user may not make one. */
async function disk(): Promise<string | undefined> {
  const at = await folder();
  if (!administer('mount', '-t', 'tmpfs', '-o', `size=8m,mode=0700,uid=${process.getuid?.()}`, 'none', at)) return undefined;
  onTestFinished(() => void administer('umount', '--lazy', at));
  return at;
}

/** Takes all free room on the disk, except `but` bytes. */
async function fill(at: string, but = 0): Promise<string> {
  const { bavail, bsize } = await statfs(at);
  const file = join(at, 'fill');
  await writeFile(file, Buffer.alloc(Math.max(0, bavail * bsize - but)));
  return file;
}

test('a full disk makes the service not ready until there is room, and what it answered holds', async ({ skip }) => {
  const at = (await disk()) ?? skip('This user may make no disk.');
  const dataDir = join(at, 'data');
  await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'member', token });
  const log: string[] = [];
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir, metrics, logger: (line) => log.push(line) });
  onTestFinished(() => service.close());
  const it = client(service.url, { authorization: `Bearer ${token}` });
  const metric = async () => /^evidence_store_full .*$/m.exec(await (await fetch(service.metricsUrl ?? '')).text())?.[0];
  const ready = async () => (await client(service.url, {}).get('/ready')).status;
  expect([await ready(), (await attest(it, 'f/t', {}, { content: '<a/>' })).status]).toEqual([200, 201]);
  expect(await metric()).toBe('evidence_store_full 0');

  // Nothing was written since the disk is full.
  const filled = await fill(at);
  expect(await client(service.url, {}).get('/ready')).toMatchObject({
    status: 503,
    body: { message: 'The disk of this service is full. Make room where its data directory is.' },
  });

  // With an upload the file has no room, without one the database.
  const large = { description: 'x'.repeat(200_000) };
  for (const upload of [undefined, { content: '<a/>' }]) {
    const refused = await attest(it, 'f/t', large, upload);
    expect([refused.status, refused.headers.get('retry-after'), field(refused.body, 'message')]).toEqual([
      503,
      '1',
      'The disk of this service is full. Tell those who run the service, and ask again when there is room.',
    ]);
    expect(await ready()).toBe(503);
  }
  // One line a refusal, without a place in our own code.
  expect(log).toEqual([
    expect.stringMatching(/^POST .* failed: the disk is full: [^\n]*full[^\n]*$/),
    expect.stringMatching(/^POST .* failed: the disk is full: ENOSPC[^\n]*$/),
  ]);
  expect(await metric()).toBe('evidence_store_full 1');
  expect((await it.get('/trails/acme/f/t')).status).toBe(200);

  await rm(filled);
  // A machine that is busy is not ready for a moment, too.
  await expect.poll(ready, { timeout: 10_000 }).toBe(200);
  expect((await attest(it, 'f/t', large, { content: '<b/>' })).status).toBe(201);
  await expect.poll(ready, { timeout: 10_000 }).toBe(200);
  expect(await readdir(dataDir)).not.toContain('room.tmp');
  await service.close();
  const { organizations, problem } = await verifyData({ dataDir });
  expect([problem, organizations.map((each) => [each.problem, each.blobs])]).toEqual([undefined, [[undefined, 2]]]);
});
