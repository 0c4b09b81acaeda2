import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { tarball, type Packable } from '../../../../src/commands/attest/attachment/tarball.ts';
import { folder, unpack } from '../../attach-files.ts';

const enough = 1024 * 1024;

/** Packs files, and unpacks the result. */
async function packed(files: readonly Packable[], most = enough): Promise<{ readonly size: number | undefined; readonly path: string }> {
  const path = join(folder(), 'it.tgz');
  return { size: await tarball(files, path, most), path };
}

function file(content: string | Uint8Array, name = 'file'): string {
  const path = join(folder(), name);
  writeFileSync(path, content);
  return path;
}

/**
 * The list that the machine's own tar prints of an archive, a line a file: its rights, its size, its time in seconds, its name.
 */
function listOf(path: string): readonly string[] {
  return execFileSync('tar', ['--utc', '--full-time', '-tvzf', path], { encoding: 'utf8' }).trim().split('\n');
}

test('an archive holds its files under their names, and its size is told in bytes', async () => {
  const { size, path } = await packed([
    { path: file('one'), name: 'a/one.txt' },
    { path: file(''), name: 'empty' },
    { path: file('two'), name: '/elsewhere/one.txt' },
  ]);
  expect(size).toBe(statSync(path).size);
  expect(unpack(readFileSync(path))).toEqual({ 'a/one.txt': 'one', empty: '', 'outside/one.txt': 'two' });
});

test('a piece of a file is an entry of its own, small or large', async () => {
  const noise = randomBytes(300 * 1024)
    .toString('latin1')
    .replace(/[^a-z]/g, 'x')
    .repeat(2);
  const path = file(`head${noise}tail`);
  const archive = await packed([
    { path, name: 'large', piece: { start: 4, bytes: noise.length } },
    { path, name: 'small', piece: { start: 4 + noise.length, bytes: 3 } },
    { path, name: 'none', piece: { start: 2, bytes: 0 } },
  ]);
  expect(unpack(readFileSync(archive.path))).toEqual({ large: noise, small: 'tai', none: '' });
});

test('an entry has the time of the file that it was made of, as long as that is there, and may be read by all', async () => {
  const [path, origin] = [file('words'), file('origin')];
  utimesSync(path, 1_000_000_000, 1_000_000_000);
  utimesSync(origin, 1_100_000_000, 1_100_000_000);
  const archive = await packed([
    { path, name: 'own' },
    { path, name: 'made', madeOf: origin },
    { path, name: 'orphan', madeOf: join(folder(), 'gone') },
  ]);
  expect(listOf(archive.path)).toEqual([
    expect.stringMatching(/^-rw-r--r-- .* 5 2001-09-09 01:46:40 own$/),
    expect.stringMatching(/^-rw-r--r-- .* 5 2004-11-09 11:33:20 made$/),
    expect.stringMatching(/^-rw-r--r-- .* 5 2001-09-09 01:46:40 orphan$/),
  ]);
});

test('an archive of exactly the limit is made, and one byte more is too large', async () => {
  const files = [{ path: file(randomBytes(100_000)), name: 'noise' }];
  const { size = 0 } = await packed(files);
  expect((await packed(files, size)).size).toBe(size);
  expect((await packed(files, size - 1)).size).toBeUndefined();
});

test('what is much too large is given up early', async () => {
  const { path, size } = await packed([{ path: file(randomBytes(4 * enough)), name: 'noise' }], 10_000);
  expect(size).toBeUndefined();
  expect(existsSync(path) ? statSync(path).size : 0).toBeLessThanOrEqual(10_000);
});

test('a file that cannot be read breaks the archive, with its own error', async () => {
  await expect(packed([{ path: join(folder(), 'none'), name: 'none' }])).rejects.toMatchObject({ code: 'ENOENT', syscall: 'stat' });
});

test('a folder that is not there breaks the archive, with that error', async () => {
  const files = [{ path: file(randomBytes(enough)), name: 'noise' }];
  await expect(tarball(files, join(folder(), 'none', 'it.tgz'), 2 * enough)).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' });
});

test('a piece beyond the end of its file breaks the archive: it got shorter', async () => {
  const path = file('words');
  await expect(packed([{ path, name: 'cut', piece: { start: 3, bytes: 10 } }])).rejects.toThrow(
    new RangeError(`${path} got shorter while it was read`),
  );
});
