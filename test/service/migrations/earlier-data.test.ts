import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createToken, startService, verifyData } from '../../../src/service/index.ts';
import { migrations } from '../../../src/service/migrations/migrations.ts';
import { backedUp } from '../backup-support.ts';
import { token } from '../support.ts';
import { earlier, earlierNames, expectUpgraded } from './earlier-data.ts';

const names = (await earlierNames()).filter((name) => /^[\d.]+$/.test(name));
const newest = migrations.at(-1)?.version ?? 0;

test('there is data of each version that a program ever wrote, up to the last but one', () => {
  // These came together with the one after them.
  const never = [3, 4, 5, 6, 12, 13, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25];
  const written = Array.from({ length: newest }, (_, index) => index + 1).filter((version) => !never.includes(version));
  const kept = names.map((name) => Math.trunc(Number(name)));
  expect(written.filter((version) => version < newest && !kept.includes(version))).toEqual([]);
});

test('data of the first version is brought up to date, holds, says what it said, and takes new records', async () => {
  const { expected, home } = await earlier('1');
  expect(await expectUpgraded(home, expected)).toBeUndefined();
});

test('data of a newer program is refused by everything that opens it, and not changed', async () => {
  const { home } = await earlier(names.at(-1) ?? '');
  await (await startService({ host: '127.0.0.1', port: 0, dataDir: home })).close();
  const file = join(home, 'evidence.db');
  const database = new DatabaseSync(file);
  database.exec(`insert into migrations (version, name) values (${newest + 1}, 'later')`);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  const before = await readFile(file);
  const message = new RegExp(
    `^The data is of version ${newest + 1}, and this program (?:knows versions up to|verifies version) ${newest}\\.$`,
  );
  const refused = async (opening: Promise<unknown>) => {
    const error: unknown = await opening.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringMatching(message), fix: expect.stringMatching(/newer (?:one|program)\./) });
  };
  await refused(startService({ host: '127.0.0.1', port: 0, dataDir: home }));
  await refused(createToken({ dataDir: home, user: 'bob', orgs: ['acme'], role: 'member', token }));
  await refused(verifyData({ dataDir: home }));
  await refused(backedUp(home));
  expect((await readFile(file)).equals(before)).toBe(true);
});
