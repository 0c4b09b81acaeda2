import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn } from '../../../src/service/blobs/folder.ts';
import { folder } from '../support.ts';

const content = 'what was attached';
const blob = { id: '0a-1f', filename: 'r "1".xml', bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
const called = 'blobs/0a-1f ("r \\"1\\".xml")';

/** A data directory with these files in it. */
async function dataWith(files: Readonly<Record<string, string>>): Promise<string> {
  const home = await folder();
  await mkdir(join(home, 'blobs', 'incoming'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(home, name), text);
  return home;
}

describe('an attached file', () => {
  test.each(['blobs/0a-1f', 'blobs/incoming/0a-1f'])('that lies at %s is the one that was recorded, or is not', async (place) => {
    expect(await filesIn(await dataWith({ [place]: content })).problemOf(blob)).toBeUndefined();
    const other = `The file ${called} is not the one that was recorded.`;
    expect(await filesIn(await dataWith({ [place]: content.toUpperCase() })).problemOf(blob)).toBe(other);
    expect(await filesIn(await dataWith({ [place]: content })).problemOf({ ...blob, bytes: 3 })).toBe(other);
  });

  test('that is a folder is not the one that was recorded', async () => {
    const home = await dataWith({});
    await mkdir(join(home, blob.id));
    await mkdir(join(home, 'blobs', blob.id));
    const empty = { ...blob, bytes: -1, sha256: '' };
    expect(await filesIn(home).problemOf(blob)).toBe(`The file ${called} is not the one that was recorded.`);
    expect(await filesIn(await dataWith({})).problemOf(empty)).toBe(`The file ${called} is missing.`);
  });

  test('that is kept counts before one that comes in', async () => {
    expect(await filesIn(await dataWith({ 'blobs/0a-1f': content, 'blobs/incoming/0a-1f': 'x' })).problemOf(blob)).toBeUndefined();
  });

  test('that is nowhere is missing', async () => {
    expect(await filesIn(await dataWith({})).problemOf(blob)).toBe(`The file ${called} is missing.`);
  });

  test.each(['../evidence.db', 'A', '', 'a/b', '0a-1f\n', 'x0a', '0ax'])('called %j is none of ours, and is not looked for', async (id) => {
    const home = await dataWith({ 'evidence.db': content });
    expect(await filesIn(home).problemOf({ ...blob, id })).toBe(`The file blobs/${id} ("r \\"1\\".xml") has a name that no service gives.`);
  });
});

describe('the kept files', () => {
  test('are those of the folder, and no folder', async () => {
    expect((await filesIn(await dataWith({ 'blobs/b': '', 'blobs/a': '', 'blobs/incoming/c': '' })).names()).toSorted()).toEqual([
      'a',
      'b',
    ]);
  });

  test('are none where there is no folder', async () => {
    expect(await filesIn(await folder()).names()).toEqual([]);
  });

  test('are not told where they cannot be read', async () => {
    const home = await folder();
    await writeFile(join(home, 'blobs'), '');
    await expect(filesIn(home).names()).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
