import { expect, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { createToken, startService, verifyData } from '../../../src/service/index.ts';
import { migrations } from '../../../src/service/migrations/migrations.ts';
import { postgresDatabase } from '../../../src/service/postgres.ts';
import { openStore } from '../../../src/service/store/open-data.ts';
import { administer, newDatabase } from '../../support/postgres/database.ts';
import { openGate } from '../../support/postgres/gate.ts';
import { backedUp, restored } from '../backup-support.ts';
import { folder, token } from '../support.ts';
import { earlier, earlierNames, expectUpgraded } from './earlier-data.ts';

const names = (await earlierNames()).filter((name) => name.endsWith('-postgres'));
const newest = migrations.at(-1)?.version ?? 0;

/** A database with such data, made by the statements that `pg_dump` wrote; `psql` alone knows the lines with a backslash. */
async function database(name: string) {
  const { expected, home, unpacked } = await earlier(name);
  const url = await newDatabase();
  await administer(unpacked.toString().replaceAll(/^\\(?:un)?restrict .*$/gm, ''), url);
  return { expected, home, url, place: postgresDatabase({ url, blobs: home }) };
}

test.each(names)('data of version %s is brought up to date, holds, says what it said, and takes new records', async (name) => {
  const { expected, place } = await database(name);
  expect(await expectUpgraded(place, expected)).toBeUndefined();
});

test.each(names)('data of version %s is backed up as it is, and restored as data of this version', async (name) => {
  const { expected, place } = await database(name);
  const there = postgresDatabase({ url: await newDatabase(), blobs: await folder() });
  expect((await restored(await backedUp(place), there)).verification.organizations).toMatchObject(expected.organizations);
  expect(await expectUpgraded(there, expected)).toBeUndefined();
});

test.each([
  ['a column too many', 'alter table grants add column more text', 'The table grants is not made as'],
  ['an index that is gone', 'drop index blobs_by_id', 'The index blobs_by_id is missing.'],
  ['a table that is gone', 'drop table token_uses', 'The table token_uses is missing.'],
])('a database of this version with %s is refused, and verify says that no record was altered', async (_, change, problem) => {
  const { place, url } = await database('14.1-postgres');
  await (await startService({ host: '127.0.0.1', port: 0, dataDir: place })).close();
  await administer(change, url);
  await expect(startService({ host: '127.0.0.1', port: 0, dataDir: place })).rejects.toThrow(
    `The data is not in the form of version ${newest}. ${problem}`,
  );
  const found = await verifyData({ dataDir: place });
  expect(found).toMatchObject({ isOtherForm: true, problem: expect.stringContaining(problem) });
  expect(found.organizations).toMatchObject([
    { org: 'acme', problem: undefined },
    { org: 'globex', problem: undefined },
  ]);
});

test('several services that start at once bring a database up to date once', async () => {
  const { expected, place, url } = await database(names[0] ?? '');
  const services = await Promise.all(Array.from({ length: 3 }, () => startService({ host: '127.0.0.1', port: 0, dataDir: place })));
  for (const service of services) await service.close();
  expect(await administer('select count(*)::integer as count from migrations', url)).toEqual([{ count: newest }]);
  expect(await expectUpgraded(place, expected)).toBeUndefined();
});

test('an upgrade that is cut off leaves the database as it was, and the next one is whole', async () => {
  const { expected, home, url } = await database(names[0] ?? '');
  const version = () => administer('select max(version)::integer as version from migrations', url);
  for (const text of ['insert into migrations', 'commit']) {
    const gate = await openGate(url);
    gate.cutBefore(text);
    await expect(openStore(postgresDatabase({ url: gate.url, blobs: home }), complianceRules)).rejects.toThrow(/cannot be reached/);
    expect([text, gate.cuts(), await version()]).toEqual([text, 1, [{ version: expected.version }]]);
  }
  expect(await expectUpgraded(postgresDatabase({ url, blobs: home }), expected)).toBeUndefined();
  expect(await version()).toEqual([{ version: newest }]);
});

test('a database of a newer program is refused by everything that opens it, and not changed', async () => {
  const { place, url } = await database(names.at(-1) ?? '');
  await (await startService({ host: '127.0.0.1', port: 0, dataDir: place })).close();
  await administer(`insert into migrations (version, name) values (${newest + 1}, 'later')`, url);
  const counts = () => administer('select (select count(*) from records) as records, (select count(*) from tokens) as tokens', url);
  const before = await counts();
  const message = new RegExp(
    `^The data is of version ${newest + 1}, and this program (?:knows versions up to|verifies version) ${newest}\\.$`,
  );
  for (const opening of [
    () => startService({ host: '127.0.0.1', port: 0, dataDir: place }),
    () => createToken({ dataDir: place, user: 'bob', orgs: ['acme'], role: 'member', token: `${token}-of-bob` }),
    () => verifyData({ dataDir: place }),
    () => backedUp(place),
  ])
    await expect(opening()).rejects.toThrow(message);
  expect(await counts()).toEqual(before);
});
