import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { firstDifference, indexDifference, strayRows } from '../../../src/service/care/compared-tables.ts';
import { formDifferences, formOf } from '../../../src/service/migrations/migrations.ts';
import type { Engine } from '../../../src/service/sql/engine.ts';
import { openSnapshot, openSqlite } from '../../../src/service/sqlite/engine.ts';
import { folder } from '../support.ts';

/** A database with this program's tables, after some SQL. References are not checked. */
async function database(...sql: readonly string[]): Promise<Engine> {
  const file = join(await folder(), 'evidence.db');
  await openSqlite(file, { scratch: true }).close();
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec('pragma synchronous = off; begin');
  for (const each of sql) database.exec(each);
  database.exec('commit');
  database.close();
  const engine = openSnapshot(file);
  onTestFinished(() => engine.close());
  return engine;
}

const organization = (id: string) => `insert into organizations values ('${id}', 'name of ${id}', 0, 'h', 0, 0, 0, 0, null, 0, 0)`;
const template = (id: string, text = '{}', org = 'o') => `insert into templates values ('${org}', '${id}', 'f', '${text}', 1.5, 1)`;

/** The first difference between two databases, and the numbers of rows that were compared, one for each page. */
async function differ(ours: readonly string[], theirs: readonly string[]): Promise<readonly [string | undefined, readonly number[]]> {
  const pages: number[] = [];
  const found = await firstDifference(await database(...ours), await database(...theirs), 'o', (count) => void pages.push(count));
  return [found, pages];
}

describe('the rows of an organization', () => {
  const some = [organization('o'), template('a'), template('b')];

  test('are the same in every table, or there is a difference', async () => {
    expect(await differ(some, some)).toEqual([undefined, [1, 2]]);
    expect(await differ([], [])).toEqual([undefined, []]);
  });

  test.each([
    ['that is not there', some.slice(0, 2), 'templates: the row of b is missing.'],
    ['that is not there, at the head', [organization('o'), template('b')], 'templates: the row of a is missing.'],
    ['that nothing made', [...some, template('c')], 'templates: no record made the row of c.'],
    ['that nothing made, at the head', [...some, template('A')], 'templates: no record made the row of A.'],
    [
      'that says other',
      [organization('o'), template('a', '{"x":1}'), template('b')],
      'templates: template of a is "{\\"x\\":1}", and the records say "{}".',
    ],
    [
      'of another type',
      [...some, `update templates set created_at = x'0102'`],
      'templates: created_at of a is 2 bytes, and the records say 1.5.',
    ],
    [
      'with a whole number',
      [...some, `update organizations set sequence = 7`],
      'organizations: sequence of name of o is 7, and the records say 0.',
    ],
  ])('a row %s is named', async (_, ours, expected) => {
    expect((await differ(ours, some))[0]).toBe(expected);
  });

  test('a long text is cut in the message, and no character in half', async () => {
    const [found = ''] = await differ([organization('o'), template('a', `${'x'.repeat(97)}😀${'y'.repeat(1_000)}`)], some.slice(0, 2));
    expect(found).toBe(`templates: template of a is "${'x'.repeat(97)}…, and the records say "{}".`);
    const exact = await differ([organization('o'), template('a', 'x'.repeat(98))], some.slice(0, 2));
    expect(exact[0]).toContain(`is "${'x'.repeat(98)}", and`);
  });

  test('those of others are not looked at', async () => {
    expect((await differ([...some, organization('p'), template('z', '{}', 'p')], some))[0]).toBeUndefined();
  });

  test('that are many are read in pages, and a difference is found on each', async () => {
    const many = [organization('o'), ...Array.from({ length: 250 }, (_, index) => template(`t${1000 + index}`))];
    expect(await differ(many, many)).toEqual([undefined, [1, 100, 100, 50]]);
    for (const id of ['t1000', 't1099', 't1100', 't1249']) {
      const changed = [...many, `update templates set flow_id = 'g' where id = '${id}'`];
      expect((await differ(changed, many))[0]).toBe(`templates: flow_id of ${id} is "g", and the records say "f".`);
      expect((await differ([...many, `delete from templates where id = '${id}'`], many))[0]).toBe(
        `templates: the row of ${id} is missing.`,
      );
    }
    expect((await differ([...many, template('t1250')], many))[0]).toBe('templates: no record made the row of t1250.');
  });

  test('that are large are read a few at a time', async () => {
    const large = [organization('o'), ...['a', 'b', 'c'].map((id) => template(id, 'x'.repeat(600_000)))];
    expect(await differ(large, large)).toEqual([undefined, [1, 1, 1, 1]]);
  });

  test('with a key of several columns are told apart by all of them', async () => {
    const latest = (subject: string, name: string) => `insert into latest values ('o', 't', '${subject}', '', '${name}', 'x', 1)`;
    const three = [organization('o'), latest('', 'a'), latest('', 'b'), latest('s', 'a')];
    expect((await differ(three, three))[0]).toBeUndefined();
    for (const missing of [1, 2, 3]) {
      const name = missing === 2 ? 'b' : 'a';
      expect((await differ(three.toSpliced(missing, 1), three))[0]).toBe(`latest: the row of ${name} is missing.`);
      expect((await differ(three, three.toSpliced(missing, 1)))[0]).toBe(`latest: no record made the row of ${name}.`);
    }
  });
});

test('rows of no organization are found by their number', async () => {
  const [ours, theirs] = [await database(organization('o'), template('a')), await database(organization('o'), template('a'))];
  expect(await strayRows(ours, theirs, 0)).toBeUndefined();
  expect(await strayRows(ours, theirs, 3)).toBe('records: there are 0 rows, and 3 of them belong to an organization that is there.');
  const more = await database(organization('o'), template('a'), template('b', '{}', 'gone'));
  expect(await strayRows(more, theirs, 0)).toBe('templates: there are 2 rows, and 1 of them belong to an organization that is there.');
});

describe('how the tables are made', () => {
  const form = async (engine: Engine) => engine.read(() => formOf(engine.catalog));
  const formProblems = async (sql: string) =>
    formDifferences(await form(await database(sql)), await form(await database())).map(({ problem }) => problem);

  test.each([
    ['a table that is not there', 'drop table answers', 'The table answers is missing.'],
    ['an index that is not there', 'drop index blobs_by_id', 'The index blobs_by_id is missing.'],
    ['a view that was added', 'create view mine as select 1', 'The view mine is not one of this program.'],
    [
      'an index that is made otherwise',
      'drop index blobs_by_id; create index blobs_by_id on blobs (id, bytes)',
      'The index blobs_by_id is not made as this program makes it.',
    ],
    [
      'a migration that is called otherwise',
      `update migrations set name = 'x' where version = 1`,
      'The migration 1 is not made as this program makes it.',
    ],
    ['a migration that is not there', 'delete from migrations where version = 1', 'The migration 1 is missing.'],
  ])('%s is named', async (_, sql, expected) => {
    expect(await formProblems(sql)).toEqual([expected]);
  });

  test('is the same with other white space, and with what SQLite makes for itself', async () => {
    const sql = 'drop index blobs_by_id; create index blobs_by_id\n\n  on blobs (id); analyze';
    expect(await formProblems(sql)).toEqual([]);
  });
});

test('every index agrees with its table', async () => {
  expect(await indexDifference(await database(organization('o')))).toBeUndefined();
});
