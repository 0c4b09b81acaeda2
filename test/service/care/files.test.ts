import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { copyOf, keptData, problems } from './tamper.ts';

let whole: string;

let made: ReturnType<typeof keptData> | undefined;

// It is made once, but within a test: `npm run mutate` tells by the test which code reaches a line.
beforeEach(async () => {
  ({ whole } = await (made ??= keptData()));
});
afterAll(async () => {
  await rm(whole, { recursive: true, force: true });
});

const copy = () => copyOf(whole);

test.each([
  ['whose bytes were changed', (file: string) => writeFile(file, '<b/>'), /is not the one that was recorded/],
  ['that was deleted', (file: string) => rm(file), /is missing/],
  ['that is a folder now', (file: string) => rm(file).then(() => mkdir(file)), /is not the one that was recorded/],
  [
    'that is a link to what was recorded',
    (file: string) => rename(file, `${file}-moved`).then(() => symlink(`${file}-moved`, file)),
    /is a link, and no service makes one/,
  ],
  ['that is a link to nothing', (file: string) => rm(file).then(() => symlink('/nowhere', file)), /is a link, and no service makes one/],
])('an attached file %s is found', async (_, spoil, problem) => {
  const home = await copy();
  const [name] = (await readdir(join(home, 'blobs'))).filter((each) => each !== 'incoming');
  await spoil(join(home, 'blobs', name ?? ''));
  expect(await problems(home)).toMatch(problem);
});

test.skipIf(process.platform === 'win32')('an attached file that is a pipe now is found, and not waited for', async () => {
  const home = await copy();
  const [name = ''] = (await readdir(join(home, 'blobs'))).filter((each) => each !== 'incoming');
  await rm(join(home, 'blobs', name));
  execFileSync('mkfifo', [join(home, 'blobs', name)]);
  expect(await problems(home)).toMatch(/is not the one that was recorded/);
});

test('an attached file that is still among the incoming ones is the one that was recorded, or is not', async () => {
  const home = await copy();
  const [name = ''] = (await readdir(join(home, 'blobs'))).filter((each) => each !== 'incoming');
  await rename(join(home, 'blobs', name), join(home, 'blobs', 'incoming', name));
  expect(await problems(home)).toBe('');
  await writeFile(join(home, 'blobs', 'incoming', name), '<b/>');
  expect(await problems(home)).toMatch(/is not the one that was recorded/);
  await rm(join(home, 'blobs', 'incoming', name));
  await symlink(join(whole, 'blobs', name), join(home, 'blobs', 'incoming', name));
  expect(await problems(home)).toMatch(/is a link/);
});

test('a file that no record names is found, for its record was taken away', async () => {
  const home = await copy();
  await writeFile(join(home, 'blobs', '01a2000c-a9b6-7836-4216-fa5a6b0e'), '<a/>');
  expect(await problems(home)).toBe('The file blobs/01a2000c-a9b6-7836-4216-fa5a6b0e is named by no record.');
});
