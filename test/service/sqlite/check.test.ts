import { open, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { checkSqlite } from '../../../src/service/sqlite/connection.ts';
import { openSqlite } from '../../../src/service/sqlite/engine.ts';
import { createStore } from '../../../src/service/store/store.ts';
import { member, newFile, record } from '../store/setup.ts';

/** A database with a few trails and a table of 3,000 long rows that lie in many pages. */
async function filled(): Promise<string> {
  const file = await newFile();
  onTestFinished(() => rm(dirname(file), { recursive: true, force: true }));
  const store = createStore(openSqlite(file, { scratch: true }), complianceRules);
  const author = await member(store, 'ada', 'acme');
  for (let index = 0; index < 3; index += 1) await record(store, author, { trailName: `t${index}` });
  await store.close();
  change(
    file,
    `create table long (text text);
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000) insert into long select printf('%.3000c', 'x') from n;
     create index by_text on long (length(text))`,
  );
  return file;
}

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file, { defensive: false });
  database.exec(sql);
  database.close();
}

/** Overwrites the page that holds the row of `long` with that number. */
async function spoilRow(file: string, row: number): Promise<void> {
  // Rows of 3,000 bytes: one on each page, and these are filled in order.
  const database = new DatabaseSync(file, { readOnly: true });
  const pages = Number(database.prepare('pragma page_count').get()?.page_count);
  database.close();
  const handle = await open(file, 'r+');
  const page = Buffer.alloc(4096);
  let found = 0;
  for (let number = 1; number < pages && found < row; number += 1) {
    await handle.read(page, 0, 4096, number * 4096);
    if (page[0] === 13 && page.includes('x'.repeat(2000))) found += 1;
    if (found === row) await handle.write(Buffer.alloc(4096, 0xab), 0, 4096, number * 4096);
  }
  await handle.close();
  expect(found).toBe(row);
}

/** A database of more than 256 MiB is checked by samples. Bytes behind the pages of a file are not read. */
const grow = (file: string) => truncate(file, 257 * 1024 * 1024);

test('a database that is whole has no problem, nor has an empty file, or one without our tables', async () => {
  const file = await filled();
  expect(checkSqlite(file)).toBeUndefined();
  await grow(file);
  expect(checkSqlite(file)).toBeUndefined();
  await writeFile(file, '');
  expect(checkSqlite(file)).toBeUndefined();
  change(file, 'create table others (name text)');
  expect(checkSqlite(file)).toBeUndefined();
});

test('a small database is checked whole', async () => {
  const file = await filled();
  await spoilRow(file, 1500);
  expect(checkSqlite(file)).toMatch(/^\S.*(?:page|btree|Tree)/i);
  expect(checkSqlite(file)).not.toContain('\n');
});

test.each([[1], [900], [2100], [3000]])('of a large one row %i of 3,000 is read', async (row) => {
  const file = await filled();
  await spoilRow(file, row);
  await grow(file);
  expect(() => checkSqlite(file)).toThrow(/malformed/);
});

test('of a large one what lies between the first and the last rows is not read', async () => {
  const file = await filled();
  await spoilRow(file, 1500);
  await grow(file);
  expect(checkSqlite(file)).toBeUndefined();
});

test.each(['details', 'repo_ids', 'compliance'])(
  'a trail whose %s are no JSON is named, in a small database and in a large one',
  async (column) => {
    const file = await filled();
    change(file, `update trails set ${column} = '{' where name = 't1'`);
    expect(checkSqlite(file)).toBe('what is kept of the trail t1 is no JSON any more');
    await grow(file);
    expect(checkSqlite(file)).toBe('what is kept of the trail t1 is no JSON any more');
  },
);

test('of the trails the 1,000 that were made last are looked at', async () => {
  const file = await filled();
  const more = (count: number, from: number) =>
    change(
      file,
      `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${from + count - 1}) insert into trails
       select org_id, 'x' || i, 100 + i, flow_id, 100 + i, 'x' || i, details, repo_ids, template_id, own_template, state, compliance, artifact_count,
         created_at, last_modified_at, created_by from trails, n where name = 't2'`,
    );
  change(file, `update trails set details = '{' where name = 't1'`);
  more(998, 1);
  expect(checkSqlite(file)).toMatch(/trail t1/);
  more(1, 2000);
  expect(checkSqlite(file)).toBeUndefined();
});
