import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createToken, startService } from '../../../src/service/index.ts';
import { backedUp, restored } from '../backup-support.ts';
import { folder, token } from '../support.ts';

async function bytes(): Promise<Buffer> {
  const home = await folder();
  await createToken({ dataDir: home, user: 'ada', orgs: ['acme'], role: 'member', token });
  return await backedUp(home);
}

test('a directory that is there and empty is filled, such as one that a machine mounts', async () => {
  const home = await folder();
  expect((await restored(await bytes(), home)).verification.problem).toBeUndefined();
  expect((await readdir(home)).toSorted()).toEqual(['blobs', 'evidence.db', 'service.lock']);
});

test.each(['evidence.db', 'blobs', 'notes.txt', '.hidden'])('a directory that holds %s is refused', async (name) => {
  const home = await folder();
  await writeFile(join(home, name), 'mine');
  await expect(restored(await bytes(), home)).rejects.toThrow(`The directory ${home} is not empty: it holds ${name}. Nothing was changed.`);
  expect(await readdir(home)).toEqual([name]);
});

test('a directory that a service has just begun is refused while it runs and after that', async () => {
  const home = await folder();
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir: home });
  await expect(restored(await bytes(), home)).rejects.toThrow(/is not empty/);
  await service.close();
  await expect(restored(await bytes(), home)).rejects.toThrow(/is not empty/);
});

test('what an interrupted restore left is removed, also when its files had moved already', async () => {
  const home = await folder();
  await mkdir(join(home, 'restoring'));
  await writeFile(join(home, 'restoring', 'evidence.db'), 'half');
  await mkdir(join(home, 'blobs'));
  await writeFile(join(home, 'blobs', 'aaaa-0000'), 'half');
  expect((await restored(await bytes(), home)).verification.problem).toBeUndefined();
  expect((await readdir(home)).toSorted()).toEqual(['blobs', 'evidence.db', 'service.lock']);
  expect(await readdir(join(home, 'blobs'))).toEqual([]);
});

test('a folder of that name next to a database is not touched', async () => {
  const home = await folder();
  await createToken({ dataDir: home, user: 'ada', orgs: ['acme'], role: 'member', token });
  await mkdir(join(home, 'restoring'));
  await expect(restored(await bytes(), home)).rejects.toThrow(/is not empty/);
  expect((await readdir(home)).toSorted()).toEqual(expect.arrayContaining(['evidence.db', 'restoring']));
});
