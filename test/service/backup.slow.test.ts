import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { backUpData, BrokenBackup, restoreData } from '../../src/service/index.ts';
import { openBackend } from '../../src/service/store/open-data.ts';
import { backedUp, restored } from './backup-support.ts';
import { backUpWhileWriting, wholeBackup } from './backup-while-writing.ts';
import { attest, folder, world } from './support.ts';

/** Whether nothing is in a place. */
async function isNothingIn(dataDir: string): Promise<boolean> {
  const isFound = await openBackend(dataDir)
    .find()
    .then(
      () => true,
      () => false,
    );
  return !isFound && (await readdir(join(dataDir, 'blobs'), { recursive: true }).catch(() => [])).every((name) => name === 'incoming');
}

test('a backup while 16 others write has everything that was answered before it began, with its files', async () => {
  expect(await backUpWhileWriting(await folder(), join(await folder(), 'there'))).toEqual(wholeBackup);
});

test('a backup that is cut off or changed anywhere is refused, and nothing of it stays', async () => {
  const [home, there] = [await folder(), join(await folder(), 'there')];
  const it = await world(home);
  await attest(it, 'f/t', {}, { content: 'A file.' });
  const bytes = await backedUp(home);
  const refused = async (broken: Uint8Array) => {
    const error: unknown = await restored(broken, there).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BrokenBackup);
    expect(await isNothingIn(there)).toBe(true);
  };
  const end = bytes.lastIndexOf('end.json');
  for (const length of [0, 1, 300, 700, 2000, end, end + 100, end + 560]) await refused(bytes.subarray(0, length));
  for (const text of ['"made_at"', 'token_granted', 'A file.', '"sha256"']) {
    const changed = Buffer.from(bytes);
    const at = changed.indexOf(text) + 2;
    changed[at] = (changed[at] ?? 0) ^ 1;
    await refused(changed);
  }
  await refused(Buffer.from('This is no backup.\n'.repeat(1000)));
  expect((await restored(bytes, there)).verification.problem).toBeUndefined();
});

test('a backup is whole, whatever becomes of another one that writes to the same file meanwhile', async () => {
  const [home, to] = [await folder(), join(await folder(), 'b.tar')];
  const it = await world(home);
  await attest(it, 'f/t', {}, { content: 'A file. '.repeat(1_000_000) });
  let other: Promise<unknown> | undefined;
  const failing = () =>
    backUpData({
      dataDir: home,
      to,
      onProgress: () => {
        throw new Error('The other one ends.');
      },
    }).catch(String);
  await backUpData({ dataDir: home, to, onProgress: () => void (other ??= failing()) });
  expect(await other).toBe('Error: The other one ends.');
  expect((await restoreData({ dataDir: join(await folder(), 'there'), from: to })).verification.problem).toBeUndefined();
  expect(await readdir(dirname(to))).toEqual(['b.tar']);
});
