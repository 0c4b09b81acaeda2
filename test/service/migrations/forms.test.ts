import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { addOidcRule, createToken, listOidcRules, startService, verifyData, type Log } from '../../../src/service/index.ts';
import { migrations } from '../../../src/service/migrations/migrations.ts';
import { restored } from '../backup-support.ts';
import { folder, token } from '../support.ts';
import { earlier, fixtures } from './earlier-data.ts';

const newest = migrations.at(-1)?.version ?? 0;
const rule = {
  org: 'acme',
  role: 'member',
  issuer: 'https://token.actions.githubusercontent.com',
  audience: 'a',
  repository: 'acme/other',
  repositoryId: '4712',
} as const;

function inDatabase<Result>(home: string, step: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(home, 'evidence.db'));
  try {
    return step(database);
  } finally {
    database.close();
  }
}

describe.each([
  ['14.1', 0],
  ['14.2', 2],
  ['14.3', 2],
] as const)('data that a program called version 14, in the form %s,', (name, jobs) => {
  test('is repaired, keeps its rules, takes new ones, and holds; the log of the service says what was done', async () => {
    const { home } = await earlier(name);
    const lines: string[] = [];
    // The log leaves the level `info` out unless somebody wants it.
    const logger: Log = (line, { level = 'warn' } = {}) => void lines.push(`${level}: ${line}`);
    await (await startService({ host: '127.0.0.1', port: 0, dataDir: home, logger })).close();
    expect(lines).toContain(
      `warn: The data was of version 14, and was brought up to version ${newest}. Earlier programs refuse it from now on.`,
    );
    expect(await listOidcRules(home)).toEqual([expect.objectContaining({ repository: 'acme/shop', role: 'member' })]);
    await addOidcRule(home, { ...rule, flows: ['g'] });
    expect(await listOidcRules(home)).toContainEqual(expect.objectContaining({ repository: 'acme/other', flows: ['g'] }));
    // No record says whom the first form let in: that access ended.
    expect(inDatabase(home, (database) => database.prepare('select count(*) as count from job_access').get())).toEqual({ count: jobs });
    const found = await verifyData({ dataDir: home });
    expect([found.problem, ...found.organizations.map(({ problem }) => problem)]).toEqual([undefined, undefined, undefined]);
    const again: string[] = [];
    await (await startService({ host: '127.0.0.1', port: 0, dataDir: home, logger: (line) => again.push(line) })).close();
    expect(again.filter((line) => /version/.test(line))).toEqual([]);
  });
});

test('a backup of the first form, which has the access of jobs, is restored without it', async () => {
  const bytes = brotliDecompressSync(await readFile(join(fixtures, 'backup-14.1.tar.br')));
  const there = join(await folder(), 'there');
  const { verification } = await restored(bytes, there);
  expect(verification).toMatchObject({ problem: undefined, organizations: [{ org: 'acme', problem: undefined }, { org: 'globex' }] });
  expect(await listOidcRules(there)).toHaveLength(1);
});

describe.each([
  ['a column that is gone', 'alter table oidc_rules drop column flows', 'The table oidc_rules is not made as this program makes it.'],
  ['a column too many', 'alter table grants add column more text', 'The table grants is not made as this program makes it.'],
  ['a table that is gone', 'drop table token_uses', 'The table token_uses is missing.'],
  ['an index that is gone', 'drop index blobs_by_id', 'The index blobs_by_id is missing.'],
  ['a migration of another name', `update migrations set name = 'x' where version = 14`, 'The migration 14 is not made as'],
] as const)('data of this version with %s', (_, change, problem) => {
  test('is refused by all that open it, is left as it is, and verify says that no record was altered', async () => {
    const { home } = await earlier('14.3');
    await (await startService({ host: '127.0.0.1', port: 0, dataDir: home })).close();
    inDatabase(home, (database) => {
      database.exec(change);
      database.exec('pragma wal_checkpoint(truncate)');
    });
    const before = await readFile(join(home, 'evidence.db'));
    for (const opening of [
      () => startService({ host: '127.0.0.1', port: 0, dataDir: home }),
      () => createToken({ dataDir: home, user: 'bob', orgs: ['acme'], role: 'member', token }),
    ]) {
      const error: unknown = await opening().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        name: 'UsageError',
        message: expect.stringContaining(`The data is not in the form of version ${newest}. ${problem}`),
        fix: expect.stringContaining('`restore` makes the tables anew'),
      });
    }
    expect((await readFile(join(home, 'evidence.db'))).equals(before)).toBe(true);
    const found = await verifyData({ dataDir: home });
    expect(found).toMatchObject({ isOtherForm: true, problem: expect.stringContaining(problem) });
    expect(found.organizations).toMatchObject([
      { org: 'acme', problem: undefined },
      { org: 'globex', problem: undefined },
    ]);
  });
});

test('a table and an index of somebody next to those of the service do not keep it from starting, and verify names them', async () => {
  const { home } = await earlier('14.3');
  const start = async () => (await startService({ host: '127.0.0.1', port: 0, dataDir: home })).close();
  await start();
  inDatabase(home, (database) => database.exec('create table more (id text); create index mine on flows (created_at)'));
  await start();
  expect(await verifyData({ dataDir: home })).toMatchObject({
    isOtherForm: true,
    problem: expect.stringMatching(/^The (?:index mine|table more) is not one/),
  });
});

test('a record that was altered is found in another form too', async () => {
  const { home } = await earlier('14.3');
  await (await startService({ host: '127.0.0.1', port: 0, dataDir: home })).close();
  inDatabase(home, (database) => {
    database.exec(`drop index blobs_by_id; update records set body = replace(body, 'unit', 'uxit') where kind = 'attestation'`);
  });
  expect(await verifyData({ dataDir: home })).toMatchObject({
    isOtherForm: false,
    organizations: [{ problem: expect.stringMatching(/^Record \d+: /) }, {}],
  });
});
