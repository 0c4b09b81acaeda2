import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backup } from '../../src/cli/backup.ts';
import { restore } from '../../src/cli/restore.ts';
import { createToken } from '../../src/service/index.ts';
import { listening } from './listening.ts';

const never = new AbortController().signal;

test('a disk that is full ends both with 3 and a fix, and nothing stays', async ({ skip }) => {
  const home = await mkdtemp(join(tmpdir(), 'backup-'));
  const disk = join(home, 'disk');
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const data = join(home, 'data');
  await createToken({ dataDir: data, user: 'ada', orgs: ['acme'], role: 'member' });
  const { err, terminal } = listening();
  expect(await backup({ data, to: join(home, 'b.tar') }, never, terminal)).toBe(0);
  const mounted = ['', 'sudo -n '].some((before) => {
    const script = `mkdir -p ${disk} && ${before}mount -t tmpfs -o size=64k,mode=0777 none ${disk}`;
    return spawnSync(script, { shell: true }).status === 0;
  });
  if (!mounted) skip('This user may make no disk.');
  onTestFinished(() => void ['', 'sudo -n '].some((before) => spawnSync(`${before}umount --lazy ${disk}`, { shell: true }).status === 0));
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
