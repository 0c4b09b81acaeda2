import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Backend } from '../../../src/service/backend.ts';
import * as service from '../../../src/service/index.ts';
import { postgresDatabase } from '../../../src/service/postgres.ts';
import { administer, newDatabase } from '../../support/postgres/database.ts';
import { fillWithEveryKind } from '../care/every-kind.ts';
import { problems } from '../care/tamper.ts';
import { tamperings, unspokenTables } from '../care/tamperings.ts';

let whole: string;
let blobs: string;
let heads: readonly string[];

beforeAll(async () => {
  whole = await newDatabase();
  blobs = await mkdtemp(join(tmpdir(), 'verify-'));
  heads = await fillWithEveryKind(at(whole), service);
  await service.changeOrganization(at(whole), 'globex', true);
  return () => rm(blobs, { recursive: true, force: true });
});

const at = (url: string): Backend => postgresDatabase({ url, blobs });

/** A copy of the database after a change by its administrator, who need not care for references. */
async function tampered(sql: string): Promise<Backend> {
  const url = await newDatabase(new URL(whole).pathname.slice(1));
  onTestFinished(async () => {
    await administer(`drop database "${new URL(url).pathname.slice(1)}" with (force)`);
  });
  await administer(`set session_replication_role = replica; ${sql.replace('CURRENT', new URL(url).pathname.slice(1))}`, url);
  return at(url);
}

test('data that nobody touched holds, each organization by itself and with its witnesses', async () => {
  expect(await service.verifyData({ dataDir: at(whole) })).toMatchObject({
    problem: undefined,
    organizations: [
      { org: 'acme', blobs: 1, head: heads.at(-1), problem: undefined },
      { org: 'globex', records: 6, blobs: 0, problem: undefined },
      { org: '~operators', records: 1, blobs: 0, problem: undefined },
    ],
  });
  const witness = async (head: string) => (await service.verifyData({ dataDir: at(whole), head, org: 'acme' })).organizations[0]?.witness;
  expect([await witness(heads[0] ?? ''), await witness('0'.repeat(64))]).toEqual(['before', 'nowhere']);
});

test.each([
  ...tamperings,
  [
    'a trigger that will change what is written next',
    `create function lie() returns trigger language plpgsql as 'begin new.is_compliant := true; return new; end';
     create trigger later before insert on attestations for each row execute function lie()`,
    /The (?:trigger later|function lie) is not one/,
  ],
  ['a trigger on a table of the engine', 'create view mine as select 1 as x', /The view mine is not one/],
  [
    'a view in place of a table',
    `alter table latest rename to kept; create view latest as select * from kept where name <> 'unit'`,
    /The (?:table kept is not one|table latest is missing|view latest is not one)/,
  ],
  [
    'a table in another schema in place of the one that is read',
    `create schema other; create table other.latest (like latest including all); drop table latest;
     alter database CURRENT set search_path = public, other`,
    /The table latest is missing/,
  ],
  [
    'a table of parts in place of a table',
    `alter table answers rename to kept; create table answers (like kept) partition by list (org_id); drop table kept`,
    /The table answers is not/,
  ],
  [
    'a table that another one adds rows to',
    `create schema other; create table other.more () inherits (latest); insert into other.more select * from latest limit 1`,
    /The table latest is not made as|latest: /,
  ],
  [
    'an operator of somebody that finds nothing',
    `create schema evil; create function evil.never(text, text) returns boolean language sql immutable as 'select false';
     create operator evil.= (leftarg = text, rightarg = text, function = evil.never);
     alter database CURRENT set search_path = public, evil, pg_catalog; delete from public.latest`,
    /latest: the row of .* is missing/,
  ],
  [
    'an index that does not have a row, where amcheck is installed',
    `create extension amcheck; update pg_index set indisready = false where indexrelid = 'blobs_by_id'::regclass;
     create table copied as select * from blobs; delete from blobs; insert into blobs select * from copied; drop table copied;
     update pg_index set indisready = true where indexrelid = 'blobs_by_id'::regclass`,
    /blobs: heap tuple .* lacks matching index tuple/,
  ],
  ['a rule', 'create rule later as on delete to records do instead nothing', /The rule later is not one/],
  ['a policy', `create policy mine on records using (kind = 'x')`, /The policy mine is not one/],
  ['a table that hides rows', 'alter table records enable row level security', /The table records is not made as/],
  ['a table that a crash empties', 'alter table answers set unlogged', /The table answers is not made as/],
  ['references that are not checked', 'alter table attestations disable trigger all', /The trigger .* is not one/],
  ['a column with another order', 'alter table flows alter column name type text collate "POSIX"', /The table flows is not made as/],
  ['a column of another type', 'alter table flows alter column trail_count type integer', /The table flows is not made as/],
  ['a computed column', `alter table users add column x text generated always as ('y') stored`, /The table users is not made as/],
  ['a value by default', `alter table grants alter column role set default 'admin'`, /The table grants is not made as/],
  ['a check that lets nothing in', 'alter table users add check (id is null) not valid', /The table users is not made as/],
  [
    'an index of some rows',
    `drop index blobs_by_id; create index blobs_by_id on blobs (id) where bytes > 1`,
    /The index blobs_by_id is not/,
  ],
] as const)('%s is found', async (_, sql, problem) => {
  expect(await problems(await tampered(sql))).toMatch(problem);
});

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly full: boolean;
}

/** Puts a value into each column in turn, and takes it out again. Answers the columns in which nobody noticed it. */
async function unnoticed(expressionOf: (column: Column) => string): Promise<readonly string[]> {
  const copy = await newDatabase(new URL(whole).pathname.slice(1));
  const client = new Client(copy);
  await client.connect();
  await client.query('set session_replication_role = replica');
  const found = await client.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, a.attnotnull as full from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all ('{${unspoken.join()}}')`,
  );
  expect(found.rows.length).toBeGreaterThan(150);
  const missed: string[] = [];
  for (const each of found.rows) {
    const { column, full, table, type } = each;
    const require = (needed: boolean) =>
      client.query(`update pg_attribute set attnotnull = ${needed} where attrelid = '${table}'::regclass and attname = '${column}'`);
    const [kept] = (
      await client.query(
        `select ctid::text as place, ${column}::text as value from ${table} where ${column} is not null order by length(${column}::text) desc limit 1`,
      )
    ).rows;
    if (kept === undefined) throw new Error(`${table}.${column} holds nothing.`);
    await require(false);
    const changed = await client.query(
      `update ${table} set ${column} = ${expressionOf(each)} where ctid = '${kept.place}' returning ctid::text as place`,
    );
    await require(full);
    const problem = await problems(at(copy)).catch((error: Error) => error.message);
    if (problem === '') missed.push(`${table}.${column}`);
    await client.query(`update ${table} set ${column} = $1::${type} where ctid = '${changed.rows[0].place}'`, [kept.value]);
  }
  await client.end();
  expect(await problems(at(copy))).toBe('');
  return missed;
}

/** Tables that no record is about, and those of the engine. */
const unspoken = [...unspokenTables, 'locks', 'marks', 'request_counts'];

test('another value in place of the kept one is found in every column', { timeout: 400_000 }, async () => {
  const other = ({ column, type }: Column) =>
    type === 'text' ? `${column} || 'x'` : type === 'boolean' ? `not ${column}` : `${column} + 1000`;
  expect(await unnoticed(other)).toEqual([]);
});

test('nothing in place of a value is found in every column', { timeout: 400_000 }, async () => {
  expect(await unnoticed(() => 'null')).toEqual([]);
});

test('a file that nobody recorded, one that is gone and one that was changed are found', async () => {
  const stray = join(blobs, 'blobs', '00');
  await writeFile(stray, 'x');
  expect(await problems(at(whole))).toMatch(/blobs\/00 is named by no record/);
  await rm(stray);
  const [name = ''] = (await readdir(join(blobs, 'blobs'))).filter((each) => each !== 'incoming');
  const other = await mkdtemp(join(tmpdir(), 'verify-'));
  onTestFinished(() => rm(other, { recursive: true, force: true }));
  expect(await problems(postgresDatabase({ url: whole, blobs: other }))).toMatch(new RegExp(`${name}.* is missing`));
  await expect(service.verifyData({ dataDir: postgresDatabase({ url: whole }) })).rejects.toThrow('--blobs is missing');
});
