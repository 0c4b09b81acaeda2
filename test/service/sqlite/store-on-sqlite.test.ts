import { copyFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { query, sql, verbatim } from '../../../src/service/sql/sql.ts';
import { openSqlite } from '../../../src/service/sqlite/engine.ts';
import { everyConformance } from '../store/every-conformance.ts';
import { newFile } from '../store/setup.ts';

/** An empty database: all migrations take ten times as long as to copy what they made. */
let empty: string | undefined;
afterAll(async () => {
  if (empty !== undefined) await rm(dirname(empty), { recursive: true, force: true });
});

async function makeEmpty(): Promise<string> {
  const file = await newFile();
  await openSqlite(file).close();
  return file;
}

async function open(): Promise<Engine> {
  const file = await newFile();
  await copyFile((empty ??= await makeEmpty()), file);
  const engine = openSqlite(file);
  onTestFinished(async () => {
    await engine.close();
    await rm(dirname(file), { recursive: true, force: true });
  });
  return engine;
}

everyConformance('SQLite', open);

test('no body is half visible to a reader, and a failed one never', async () => {
  const engine = await open();
  await engine.write(function* () {
    yield* query(sql`create table things (name text)`);
  });
  const failed = engine.write(function* () {
    yield* query(sql`insert into things (name) values ('half')`);
    throw new Error('no');
  });
  const after = engine.read(() => query(sql`select name from things`));
  await expect(failed).rejects.toThrow('no');
  expect(await after).toEqual([]);
  expect(await engine.read(() => query(sql`select name from things`))).toEqual([]);
});

test('writes queued in one turn share one commit, and each of them its own fate', async () => {
  const engine = await open();
  await engine.write(() => query(sql`create table things (name text primary key)`));
  const insert = (name: string) => engine.write(() => query(sql`insert into things (name) values (${name})`));
  const results = await Promise.allSettled([insert('a'), insert('a'), insert('b')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await engine.read(() => query(sql`select name from things order by name`))).toEqual([{ name: 'a' }, { name: 'b' }]);
});

test('a full disk fails the writes that it stops, and no other before or after', async () => {
  const engine = await open();
  await engine.write(() => query(sql`create table things (name text)`));
  const insert = (name: string) => engine.write(() => query(sql`insert into things (name) values (${name})`));
  const limit = (pages: number) => engine.write(() => query(sql`pragma max_page_count = ${verbatim(String(pages))}`));
  await insert('before');
  await limit(1);
  const full = await Promise.allSettled([insert('x'.repeat(100_000)), insert('y'.repeat(100_000))]);
  expect(full.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await limit(1_000_000);
  await insert('after');
  expect(await engine.read(() => query(sql`select name from things`))).toEqual([{ name: 'before' }, { name: 'after' }]);
});

test('is written through to the disk before it answers', async () => {
  const file = await newFile();
  const engine = openSqlite(file);
  onTestFinished(() => engine.close());
  const pragma = async (name: string) => await engine.write(() => query(sql`pragma ${verbatim(name)}`));
  expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }]);
  expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }]);
});

test('is not opened when a newer program wrote it', async () => {
  const file = await newFile();
  onTestFinished(() => rm(join(file, '..'), { recursive: true, force: true }));
  await openSqlite(file).close();
  const database = new DatabaseSync(file);
  database.exec(`insert into migrations (version, name) values (999, 'future')`);
  database.close();
  expect(() => openSqlite(file)).toThrow(/version 999/);
});
