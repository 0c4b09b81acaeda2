import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backup } from '../../src/cli/backup.ts';
import { restore } from '../../src/cli/restore.ts';
import { createToken } from '../../src/service/index.ts';
import { attest, folder, world } from '../service/support.ts';
import { openDisk } from '../support/small-disk.ts';
import { listening } from './listening.ts';

const never = new AbortController().signal;

test('a disk that gets full in the middle of a restore is no fault of the backup', async ({ skip }) => {
  const home = await folder();
  const it = await world(join(home, 'data'));
  expect((await attest(it, 'f/t', { user_data: { text: 'a'.repeat(900_000) } })).status).toBe(201);
  const { err, terminal } = listening();
  expect(await backup({ data: join(home, 'data'), to: join(home, 'b.tar') }, never, terminal)).toBe(0);
  const disk = openDisk(home, '1m');
  if (disk === undefined) return skip('This user may make no disk.');
  expect(await restore({ data: join(disk, 'there'), from: join(home, 'b.tar') }, never, terminal)).toBe(3);
  expect(await readdir(disk)).toEqual([]);
  expect(err.slice(1)).toEqual([
    expect.stringMatching(/could not be restored\. database or disk is full\. Nothing of it was kept$/),
    '  Make room on that disk, and run it again.',
  ]);
});

test('a disk that is full ends both with 3 and a fix, and nothing stays', async ({ skip }) => {
  const home = await mkdtemp(join(tmpdir(), 'backup-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const data = join(home, 'data');
  await createToken({ dataDir: data, user: 'ada', orgs: ['acme'], role: 'member' });
  const { err, terminal } = listening();
  expect(await backup({ data, to: join(home, 'b.tar') }, never, terminal)).toBe(0);
  const disk = openDisk(home, '64k');
  if (disk === undefined) return skip('This user may make no disk.');
  expect(await restore({ data: join(disk, 'there'), from: join(home, 'b.tar') }, never, terminal)).toBe(3);
  expect(await readdir(disk)).toEqual([]);
  await writeFile(join(disk, 'fill'), Buffer.alloc(62 * 1024));
  expect(await backup({ data, to: join(disk, 'c.tar') }, never, terminal)).toBe(3);
  expect(await readdir(disk)).toEqual(['fill']);
  expect(err.slice(1)).toEqual([
    expect.stringMatching(/could not be restored\. (?:database or disk is full|.*no space left.*)\. Nothing of it was kept$/i),
    '  Make room on that disk, and run it again.',
    expect.stringMatching(/could not be backed up\. .*no space left.*\. There is no backup$/i),
    '  Make room on that disk, and run it again.',
  ]);
});
