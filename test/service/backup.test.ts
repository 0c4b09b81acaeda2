import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tableNames as derivedTables } from '../../src/service/care/compared-tables.ts';
import { otherTables } from '../../src/service/care/other-tables.ts';
import { BrokenData, createToken, listTokens, revokeToken, startService, verifyData } from '../../src/service/index.ts';
import { openBackend } from '../../src/service/store/open-data.ts';
import { allRows, backedUp, restored, tableNames } from './backup-support.ts';
import { fillWithEveryKind } from './care/every-kind.ts';
import { attest, folder, token, world } from './support.ts';

const service = { createToken, listTokens, revokeToken, startService };

test('every row of every table, and every file, is the same after a restore', async () => {
  const [home, there] = [await folder(), join(await folder(), 'there')];
  await fillWithEveryKind(home, service);
  const before = await allRows(home);
  const done = await restored(await backedUp(home), there);
  expect(done.verification.problem).toBeUndefined();
  expect(await allRows(there)).toEqual(before);
  for (const name of ['records', 'attestations', 'webhooks', 'outbox', 'answers'])
    expect([name, before[name]?.length]).not.toEqual([name, 0]);
  expect(await verifyData({ dataDir: there })).toEqual(done.verification);
  expect((await readdir(join(there, 'blobs'))).filter((name) => name !== 'incoming').toSorted()).toEqual(
    (await readdir(join(home, 'blobs'))).filter((name) => name !== 'incoming').toSorted(),
  );
});

test('every table is worked out of the records, or anew, or its rows are in a backup', async () => {
  const home = await folder();
  await createToken({ dataDir: home, user: 'ada', orgs: ['acme'], role: 'member', token });
  const known = [...derivedTables, ...otherTables.map(({ name }) => name), 'records', 'migrations', 'gate_answers', 'sessions'];
  expect((await tableNames(home)).filter((name) => !known.includes(name))).toEqual([]);
});

test('a backup takes each column of the tables whose rows are in it', async () => {
  const home = await folder();
  await createToken({ dataDir: home, user: 'ada', orgs: ['acme'], role: 'member', token });
  const kept = await openBackend(home).openSnapshot();
  onTestFinished(() => kept.close());
  for (const { columns, name } of otherTables)
    expect([name, Object.keys(columns)]).toEqual([name, await kept.read(() => kept.catalog.columns(name))]);
});

test('a fresh volume, which holds lost+found, takes a backup', async () => {
  const home = await folder();
  const it = await world(home);
  await attest(it, 'f/t');
  const there = await folder();
  await mkdir(join(there, 'lost+found'));
  expect((await restored(await backedUp(home), there)).verification).toMatchObject({ problem: undefined });
  expect(await readdir(there)).toContain('lost+found');
});

test('a place that holds something is refused and stays as it is', async () => {
  const home = await folder();
  const it = await world(home);
  await attest(it, 'f/t');
  const bytes = await backedUp(home);
  const before = await allRows(home);
  await expect(restored(bytes, home)).rejects.toThrow(/is not empty: it holds .* Nothing was changed/);
  expect(await allRows(home)).toEqual(before);
  expect((await attest(it, 'f/t')).status).toBe(201);
});

test('there is no backup of data whose file is missing or changed: the message names the record', async () => {
  const home = await folder();
  const it = await world(home);
  await attest(it, 'f/t', {}, { content: 'A file.' });
  const [name = ''] = (await readdir(join(home, 'blobs'))).filter((each) => each !== 'incoming');
  await writeFile(join(home, 'blobs', name), 'A fils.');
  const changed: unknown = await backedUp(home).catch((error: unknown) => error);
  expect(changed).toBeInstanceOf(BrokenData);
  expect(String(changed)).toMatch(/Record 4 of acme: The file of a record is not the one that was attached to it\./);
  await rm(join(home, 'blobs', name));
  await expect(backedUp(home)).rejects.toThrow(`Record 4 of acme: The file blobs/${name} ("results.xml") is missing.`);
});

test('a file that no record names yet, or ever, is in no backup', async () => {
  const home = await folder();
  const it = await world(home);
  await attest(it, 'f/t', {}, { content: 'A file.' });
  await writeFile(join(home, 'blobs', 'incoming', 'aaaa-0000'), 'half a fi');
  const bytes = await backedUp(home);
  expect(bytes.includes('half a fi')).toBe(false);
  expect(bytes.includes('A file.')).toBe(true);
});
