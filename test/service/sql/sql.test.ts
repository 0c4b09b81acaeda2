import { describe, expect, test } from 'vitest';
import {
  beginsWith,
  insert,
  insertNew,
  joined,
  listLimit,
  listed,
  sql,
  textOf,
  update,
  upsert,
  verbatim,
  when,
  where,
  type Sql,
  type Value,
} from '../../../src/service/sql/sql.ts';

const shown = (statement: Sql) => [textOf(statement), statement.values];

test('a value gets a place, also where it looks like SQL or is nothing', () => {
  expect(shown(sql`select ${1} where a = ${"' or 1 = 1 --"} and b = ${null}`)).toEqual([
    'select $1 where a = $2 and b = $3',
    [1, "' or 1 = 1 --", null],
  ]);
});

test('a part is put in where it stands, and places are counted over the whole', () => {
  const part = sql`(select id from flows where org_id = ${'o'} and name = ${'f'})`;
  expect(shown(sql`${part} = ${'x'} or ${verbatim('flow_id')} = ${part}`)).toEqual([
    '(select id from flows where org_id = $1 and name = $2) = $3 or flow_id = (select id from flows where org_id = $4 and name = $5)',
    ['o', 'f', 'x', 'o', 'f'],
  ]);
  expect(shown(sql`a ${sql`b ${sql`c`} ${1}`} d`)).toEqual(['a b c $1 d', [1]]);
});

test('what is put together of the same parts has the same texts each time, whatever its values are', () => {
  const statement = (id: number) => sql`select a ${where({ id, of: sql`(select ${id})` })} and b in ${listed([id])}`;
  expect(statement(2).texts).toBe(statement(1).texts);
  expect(shown(statement(2))).toEqual(['select a where id = $1 and of = (select $2) and b in ($3)', [2, 2, 2]]);
});

test('where a value and a part change places there is another statement', () => {
  const statement = (...[a, b]: readonly [Value | Sql, Value | Sql]) => textOf(sql`a = ${a} and b = ${b}`);
  const now = sql`now`;
  expect([statement(1, now), statement(now, 1), statement(2, now)]).toEqual([
    'a = $1 and b = now',
    'a = now and b = $1',
    'a = $1 and b = now',
  ]);
});

test.each([
  [[], ''],
  [[1], '$1'],
  [[1, sql`now`, 2], '$1, now, $2'],
])('parts are joined: %j', (parts, text) => {
  expect(textOf(joined(parts, ', '))).toBe(text);
});

describe('a where', () => {
  test('has what is wanted alone', () => {
    expect(shown(where({ org_id: 'o', name: undefined, size: 0, id: sql`(select ${1})` }, undefined, sql`n > ${2}`))).toEqual([
      'where org_id = $1 and size = $2 and id = (select $3) and n > $4',
      ['o', 0, 1, 2],
    ]);
  });

  test('has a condition when there is a value, an empty one too', () => {
    expect(when(undefined, (value: string) => sql`a = ${value}`)).toBeUndefined();
    expect(when('', (value) => sql`a = ${value}`)?.values).toEqual(['']);
  });

  test('finds what begins so as a range', () => {
    expect(shown(beginsWith('id', 'a_'))).toEqual(['id >= $1 and id < $2', ['a_', 'a`']]);
  });
});

describe('what is written', () => {
  const row = (name: string) => ({ org_id: 'o', name });

  test('goes into its columns', () => {
    expect(shown(insert('flows', { ...row('f'), number: sql`(select ${1} + 1)`, at: null }))).toEqual([
      'insert into flows (org_id, name, number, at) values ($1, $2, (select $3 + 1), $4)',
      ['o', 'f', 1, null],
    ]);
  });

  test('goes in only where there is no row with that key', () => {
    expect(shown(insertNew('tags', { ...row('a'), value: 'v' }, 'org_id', 'name'))).toEqual([
      'insert into tags (org_id, name, value) values ($1, $2, $3) on conflict (org_id, name) do nothing',
      ['o', 'a', 'v'],
    ]);
  });

  test('changes the row with its key, but for what is said once', () => {
    expect(shown(upsert('tags', row('a'), { value: 'v', at: 2 }, { since: 1 }))).toEqual([
      'insert into tags (org_id, name, value, at, since) values ($1, $2, $3, $4, $5) on conflict (org_id, name) do update set value = excluded.value, at = excluded.at',
      ['o', 'a', 'v', 2, 1],
    ]);
  });

  test('changes what is said of a row, and nothing else', () => {
    expect(shown(update('flows', row('f'), { description: undefined, count: sql`count + ${1}`, archived: false }))).toEqual([
      'update flows set count = count + $1, archived = $2 where org_id = $3 and name = $4',
      [1, false, 'o', 'f'],
    ]);
  });

  test.each([
    ['insert', (name: string) => insert('flows', row(name))],
    ['insertNew', (name: string) => insertNew('flows', row(name), 'name')],
    ['upsert', (name: string) => upsert('flows', row(name), { at: 1 })],
    ['update', (name: string) => update('flows', row(name), { at: 1 })],
    ['template', (name: string) => sql`select ${name}`],
  ])('is the same text for every row: %s', (_, statement) => {
    const [one, other] = [statement('a'), statement('b')];
    expect(other.texts).toBe(one.texts);
    expect(textOf(other)).toBe(textOf(one));
  });
});

test('a list has its places after those before it, and is filled up with its last value', () => {
  expect(textOf(listed(['a']))).toBe('($1)');
  const statement = sql`${'x'}, ${'y'} in ${listed(['a', 'b'])} and ${'z'}`;
  expect(textOf(statement)).toBe('$1, $2 in ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12) and $13');
  expect(statement.values).toEqual(['x', 'y', 'a', ...Array(9).fill('b'), 'z']);
});

test('lists of every length share a few statements', () => {
  const texts = new Set(Array.from({ length: listLimit }, (_, index) => textOf(listed(Array(index + 1).fill('a')))));
  expect(texts.size).toBe(4);
});

test('a list of nothing, or of too much, is no list', () => {
  expect(() => listed([])).toThrow(RangeError);
  expect(() => listed(Array(listLimit + 1).fill('a'))).toThrow(RangeError);
});
