import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type * as Directory from '../../src/service/store/sqlite/directory.ts';
import { createToken, listTokens, restoreData, revokeToken, startService } from '../../src/service/index.ts';
import { postgresDatabase } from '../../src/service/postgres.ts';
import { administer, newDatabase } from '../support/postgres/database.ts';
import { allRows, backedUp, restored } from './backup-support.ts';
import { fillWithEveryKind } from './store/verify/every-kind.ts';
import { folder } from './support.ts';

const { dataDirectory } = await vi.importActual<typeof Directory>(
  new URL('../../src/service/store/sqlite/directory.ts', import.meta.url).pathname,
);

test('one file becomes a database, and the database one file again: each row is the same', async () => {
  const home = dataDirectory(await folder());
  await fillWithEveryKind(home, { createToken, listTokens, revokeToken, startService });
  const before = await allRows(home);
  const blobs = await folder();
  const database = postgresDatabase({ url: await newDatabase(), blobs });
  const first = await restored(await backedUp(home), database);
  expect(first.verification.problem).toBeUndefined();
  expect(await allRows(database)).toEqual(before);
  const there = join(await folder(), 'there');
  const second = await restored(await backedUp(database), dataDirectory(there));
  expect(second.verification).toEqual(first.verification);
  expect(await allRows(dataDirectory(there))).toEqual(before);
  expect((await readdir(join(there, 'blobs'))).toSorted()).toEqual(
    (await readdir(join(blobs, 'blobs'))).filter((name) => name !== 'incoming').toSorted(),
  );
});

test('a database with tables of something else, or a folder with files of something else, takes no backup', async () => {
  const home = dataDirectory(await folder());
  await fillWithEveryKind(home, { createToken, listTokens, revokeToken, startService });
  const bytes = await backedUp(home);
  const url = await newDatabase();
  await administer('create table other (id text)', url);
  await expect(restored(bytes, postgresDatabase({ url, blobs: await folder() }))).rejects.toThrow(/is not empty: it holds tables/);
  const blobs = await folder();
  const free = await newDatabase();
  await restored(bytes, postgresDatabase({ url: free, blobs }));
  await expect(restored(bytes, postgresDatabase({ url: await newDatabase(), blobs }))).rejects.toThrow(
    /blobs is not empty: it holds [a-f0-9-]+\./,
  );
  await expect(restoreData({ dataDir: postgresDatabase({ url: await newDatabase() }), from: 'x.tar' })).rejects.toThrow(/no backup x\.tar/);
  await expect(restored(bytes, postgresDatabase({ url: await newDatabase() }))).rejects.toThrow('--blobs is missing');
});
