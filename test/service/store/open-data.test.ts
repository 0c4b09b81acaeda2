import { resolve, join } from 'node:path';
import { expect, test, onTestFinished } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { openBackend, openData, openStore } from '../../../src/service/store/open-data.ts';
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../../../src/errors/index.ts';
import { folder } from '../support.ts';

/** The error of an opening that is refused. */
async function refusal(opening: Promise<unknown>): Promise<UsageError> {
  const error: unknown = await opening.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof UsageError) return error;
  throw new Error(`A UsageError was expected, not ${String(error)}.`);
}

test('a data directory that is missing is made, for this user alone', async () => {
  const home = join(await folder(), 'a', 'b');
  const data = await openData(home, complianceRules);
  expect(await data.store.authenticate('x')).toBeUndefined();
  expect((await stat(home)).mode & 0o077).toBe(0);
  expect((await stat(join(home, 'evidence.db'))).mode & 0o077).toBe(0);
  expect((await readdir(home)).toSorted()).toEqual(expect.arrayContaining(['blobs', 'evidence.db', 'service.lock']));
  await data.close();
  const other = join(await folder(), 'c', 'd');
  await (await openStore(other, complianceRules)).close();
  expect((await stat(other)).mode & 0o077).toBe(0);
  expect((await stat(join(other, 'evidence.db'))).mode & 0o077).toBe(0);
});

test('a data directory has one service at a time, and is free again once that is closed or has failed', async () => {
  const home = await folder();
  const data = await openData(home, complianceRules);
  const error = await refusal(openData(home, complianceRules));
  expect(error).toMatchObject({
    code: 'conflicting-inputs',
    message: `Another service is running on the data directory ${home}.`,
    fix: 'Stop that service, or give this one a data directory of its own.',
  });
  // A token may be made meanwhile.
  await (await openStore(home, complianceRules)).close();
  await data.close();
  await (await openData(home, complianceRules)).close();
  await writeFile(join(home, 'evidence.db'), 'This is no database.\n'.repeat(500));
  for (let attempt = 0; attempt < 2; attempt += 1) expect((await refusal(openData(home, complianceRules))).message).toContain('is damaged');
});

test.each([
  ['openData', openData],
  ['openStore', openStore],
])('%s says which database is damaged, why, and what to do', async (_, open) => {
  const home = await folder();
  const file = join(home, 'evidence.db');
  await writeFile(file, 'This is no database.\n'.repeat(500));
  const error = await refusal(open(home, complianceRules));
  expect(error).toMatchObject({
    code: 'invalid-input',
    message: `The database ${file} is damaged: file is not a database.`,
    fix: `Put the data directory back from a backup. Without one, keep a copy of ${file} and save what can be read with \`sqlite3 ${file} .recover\`.`,
    cause: expect.objectContaining({ cause: expect.objectContaining({ errcode: 26 }) }),
  });
});

test('what a check finds without an error is said in the same words', async () => {
  const home = await folder();
  await (await openStore(home, complianceRules)).close();
  const file = join(home, 'evidence.db');
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(`pragma writable_schema = on; update sqlite_schema set rootpage = 3 where name = 'answers'`);
  database.close();
  const error = await refusal(openData(home, complianceRules));
  expect(error.message).toMatch(/evidence\.db is damaged: .+\.$/);
  expect('cause' in error ? error.cause : undefined).toBeUndefined();
});

test.each([
  ['a file', async (home: string) => writeFile(home, '')],
  ['a folder with a folder in place of the database', async (home: string) => mkdir(join(home, 'evidence.db'), { recursive: true })],
])('a data directory that is %s cannot be written', async (_, spoil) => {
  const home = join(await folder(), 'data');
  await spoil(home);
  for (const open of [openData, openStore]) {
    expect(await refusal(open(home, complianceRules))).toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(/^The data directory .*data cannot be written: E[A-Z]+: /),
      fix: 'Name a folder that this user may write.',
      cause: expect.any(Error),
    });
  }
});

test.skipIf(process.getuid?.() === 0)('a data directory that this user may not write says so', async () => {
  const home = await folder();
  await chmod(home, 0o500);
  onTestFinished(() => chmod(home, 0o700));
  expect((await refusal(openData(home, complianceRules))).message).toMatch(/cannot be written/);
});

test('an error that is no damage is passed on as it is', async () => {
  const home = await folder();
  await (await openStore(home, complianceRules)).close();
  const database = new DatabaseSync(join(home, 'evidence.db'));
  database.exec(`insert into migrations (version, name) values (999, 'future')`);
  database.close();
  await expect(openStore(home, complianceRules)).rejects.toThrow('The data is of version 999');
  await expect(openData(home, complianceRules)).rejects.toThrow('The data is of version 999');
});

test('an empty database next to files of its records is damage, and is not begun again', async () => {
  const home = await folder();
  await mkdir(join(home, 'blobs', 'incoming'), { recursive: true });
  await (await openData(home, complianceRules)).close();
  await writeFile(join(home, 'evidence.db'), '');
  await (await openData(home, complianceRules)).close();
  await writeFile(join(home, 'blobs', '01a2000c-a9b6-7836-4216-fa5a6b0e'), '<a/>');
  for (const lost of ['', undefined]) {
    await rm(join(home, 'evidence.db'), { force: true });
    if (lost !== undefined) await writeFile(join(home, 'evidence.db'), lost);
    expect(await refusal(openData(home, complianceRules))).toMatchObject({
      message: expect.stringContaining('is damaged: it is empty, and files of its records are there'),
      fix: expect.stringContaining('backup'),
    });
  }
});

test('a directory is called by its whole path', () => {
  expect(openBackend('data').name).toBe(resolve('data'));
});

test.each(['postgres://ada:secret@db.example/evidence', 'postgresql://db.example/evidence', 'POSTGRES://db'])(
  'the address %s is refused, without its password, and makes no folder of that name',
  async (address) => {
    const refusal = {
      code: 'invalid-input',
      message: 'The URL of a database is not a directory',
      fix: 'Give it with --database-url',
    };
    expect(() => openBackend(address)).toThrow(expect.objectContaining(refusal));
    for (const open of [openData, openStore]) await expect(open(address, complianceRules)).rejects.toMatchObject(refusal);
  },
);
