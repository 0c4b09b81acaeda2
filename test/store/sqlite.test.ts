import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { evaluate } from '../../src/compliance/index.ts';
import { canonical, createStore, newRecordId, openSqlite, sha256, type Author } from '../../src/service/store/index.ts';
import type { Engine } from '../../src/service/store/sql/engine.ts';
import { query } from '../../src/service/store/sql/statement.ts';
import { conformanceOfDecisions } from './conformance-decisions.ts';
import { conformance } from './conformance.ts';

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  return join(folder, 'evidence.db');
}

async function open(): Promise<Engine> {
  const file = await newFile();
  const engine = openSqlite(file);
  onTestFinished(async () => {
    await engine.close();
    await rm(join(file, '..'), { recursive: true, force: true });
  });
  return engine;
}

conformance('SQLite', open);
conformanceOfDecisions('SQLite', open);

/** A database with some records, closed again. */
async function filled(): Promise<string> {
  const file = await newFile();
  onTestFinished(() => rm(join(file, '..'), { recursive: true, force: true }));
  const store = createStore(openSqlite(file));
  await store.addToken({ hash: 'h', user: 'ada', orgs: ['acme'], role: 'member' });
  const principal = await store.authenticate('h');
  const author: Author = {
    orgId: principal?.memberships.get('acme')?.orgId ?? '',
    orgName: 'acme',
    userName: 'ada',
    credential: { kind: 'token', id: principal?.tokenId ?? '' },
  };
  for (let index = 0; index < 5; index += 1) {
    const each = {
      author,
      flowName: 'f',
      trailName: 't',
      id: newRecordId(),
      type: 'junit',
      name: `n${index}`,
      compliant: true,
      targets: [],
      data: {},
      trail: {},
    };
    await store.recordAttestation(each, evaluate);
  }
  await store.close();
  return file;
}

test.each([
  [
    'a changed record',
    `update records set body = replace(body, '"is_compliant":true', '"is_compliant":false') where sequence = 5`,
    /Record 5: its hash/,
  ],
  ['a record taken out of the middle', 'delete from attestations; delete from records where sequence = 5', /Record 6: 5 was expected/],
  ['a record taken off the end', 'delete from attestations; delete from records where sequence = 8', /log ends at 7/],
  [
    'a record taken off the end, and the count with it',
    'delete from attestations; delete from records where sequence = 8; update organizations set sequence = 7',
    /last hash/,
  ],
  ['a changed time', 'update records set created_at = created_at + 1 where sequence = 5', /Record 5: its columns/],
  [
    'a record with a hash made anew',
    `update records set body = replace(body, 'n3', 'n9'), hash = '${'0'.repeat(64)}' where sequence = 7`,
    /Record 8: it does not follow/,
  ],
])('the chain shows %s', async (_, tamper, problem) => {
  const file = await filled();
  const database = new DatabaseSync(file);
  database.exec('pragma foreign_keys = off');
  database.exec('delete from latest');
  database.exec(tamper);
  database.close();
  const store = createStore(openSqlite(file));
  const report = await store.verifyChain('acme');
  await store.close();
  expect(report.problems.join('\n')).toMatch(problem);
});

test.each([
  ['earlier than the one before it', -10],
  ['of the same time', 0],
])('the chain shows a record %s, even when every hash was made anew', async (_, shift) => {
  const file = await filled();
  const database = new DatabaseSync(file);
  const rows = database.prepare('select sequence, body, event, created_at from records order by sequence').all();
  let head = '0'.repeat(64);
  let before = 0;
  for (const row of rows) {
    const sequence = Number(row.sequence);
    const created_at = sequence === 6 ? before + shift : Number(row.created_at);
    const body = canonical({ ...JSON.parse(String(row.body)), created_at });
    const hash = sha256(`${head}\n${sequence}\n${body}`);
    database
      .prepare('update records set body = ?, event = ?, created_at = ?, previous_hash = ?, hash = ? where sequence = ?')
      .run(body, canonical({ ...JSON.parse(String(row.event)), timestamp: created_at }), created_at, head, hash, sequence);
    [head, before] = [hash, created_at];
  }
  database.prepare('update organizations set head = ?').run(head);
  database.close();
  const store = createStore(openSqlite(file));
  const report = await store.verifyChain('acme');
  await store.close();
  expect(report.problems).toEqual(['Record 6: it is not later than the record before it.']);
});

test('no body is half visible to a reader, and a failed one never', async () => {
  const engine = await open();
  await engine.write(function* () {
    yield* query('create table things (name text)');
  });
  const failed = engine.write(function* () {
    yield* query(`insert into things (name) values ('half')`);
    throw new Error('no');
  });
  const after = engine.read(() => query('select name from things'));
  await expect(failed).rejects.toThrow('no');
  expect(await after).toEqual([]);
  expect(await engine.read(() => query('select name from things'))).toEqual([]);
});

test('writes queued in one turn share one commit, and each of them its own fate', async () => {
  const engine = await open();
  await engine.write(() => query('create table things (name text primary key)'));
  const insert = (name: string) => engine.write(() => query('insert into things (name) values ($1)', name));
  const results = await Promise.allSettled([insert('a'), insert('a'), insert('b')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await engine.read(() => query('select name from things order by name'))).toEqual([{ name: 'a' }, { name: 'b' }]);
});

test('a full disk fails the writes that it stops, and no other before or after', async () => {
  const engine = await open();
  await engine.write(() => query('create table things (name text)'));
  const insert = (name: string) => engine.write(() => query('insert into things (name) values ($1)', name));
  const limit = (pages: number) => engine.write(() => query(`pragma max_page_count = ${pages}`));
  await insert('before');
  await limit(1);
  const full = await Promise.allSettled([insert('x'.repeat(100_000)), insert('y'.repeat(100_000))]);
  expect(full.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await limit(1_000_000);
  await insert('after');
  expect(await engine.read(() => query('select name from things'))).toEqual([{ name: 'before' }, { name: 'after' }]);
});

test('is written through to the disk before it answers', async () => {
  const file = await newFile();
  const engine = openSqlite(file);
  onTestFinished(() => engine.close());
  const pragma = async (name: string) => await engine.write(() => query(`pragma ${name}`));
  expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }]);
  expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }]);
});

test('is not opened when a newer program wrote it', async () => {
  const file = await filled();
  const database = new DatabaseSync(file);
  database.exec(`insert into migrations (version, name, applied_at) values (999, 'future', 0)`);
  database.close();
  expect(() => openSqlite(file)).toThrow(/version 999.*newer program/);
});
