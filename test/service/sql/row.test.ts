import { describe, expect, test } from 'vitest';
import { Damage } from '../../../src/service/faults.ts';
import {
  column,
  filled,
  flag,
  json,
  jsonOf,
  knownText,
  nullable,
  number,
  readCount,
  readInOrder,
  readListed,
  reader,
  text,
} from '../../../src/service/sql/row.ts';
import { listLimit, sql, type Row } from '../../../src/service/sql/sql.ts';
import { aText, listOf } from '../../../src/text/check.ts';

describe('a number', () => {
  // SQLite gives a bigint column as a number, `pg` gives it as digits, and some drivers as a bigint.
  test.each([
    [7, 7],
    [0.5, 0.5],
    ['7', 7],
    ['-7', -7],
    [7n, 7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    [9007199254740991n, Number.MAX_SAFE_INTEGER],
  ])('is read from %o', (value, expected) => {
    expect(number({ column: value }, 'column')).toBe(expected);
  });

  test.each([['7.5'], ['x7'], ['7x'], [''], ['9007199254740992'], [9007199254740992n], [null], [undefined], [true], [Uint8Array.of(55)]])(
    'is not read from %o, which is damage',
    (value) => {
      expect(() => number({ column: value }, 'column')).toThrow(Damage);
      expect(() => number({ column: value }, 'column')).toThrow(/^Column column holds .* where a number was expected\.$/);
    },
  );
});

describe('a boolean', () => {
  test.each([
    [true, true],
    [false, false],
    [1, true],
    [0, false],
    [1n, true],
    [0n, false],
  ])('is read from %o', (value, expected) => {
    expect(flag({ column: value }, 'column')).toBe(expected);
  });

  test.each([['yes'], ['0'], [2], [-1], [2n], [null], [undefined], [Uint8Array.of(1)]])('is not read from %o: it is no yes', (value) => {
    expect(() => flag({ column: value }, 'column')).toThrow(Damage);
  });
});

test('a text is nothing but text, and what else is there is named', () => {
  expect(text({ column: 'a' }, 'column')).toBe('a');
  expect(() => text({ column: 7 }, 'column')).toThrow(new Damage('Column column holds number where text was expected.'));
  expect(() => text({ column: null }, 'column')).toThrow(new Damage('Column column holds nothing where text was expected.'));
  expect(() => text({ column: Uint8Array.of(1) }, 'column')).toThrow(new Damage('Column column holds bytes where text was expected.'));
});

test('JSON is what was written there, and else it is damage', () => {
  expect(json({ column: '["a"]' }, 'column', listOf(aText))).toEqual(['a']);
  expect(() => json({ column: '[1]' }, 'column', listOf(aText))).toThrow(
    new Damage('Column column holds JSON that is not what was written there.'),
  );
  expect(() => json({ column: '["a"' }, 'column', listOf(aText))).toThrow(
    new Damage('Column column holds text that is no JSON, and was JSON when it was written.'),
  );
});

const thing = reader({
  name: text,
  createdAt: number,
  isArchived: column('archived', flag),
  endedAt: nullable(number),
  kind: knownText(['a', 'b']),
  parts: jsonOf(listOf(aText)),
});
const row = { name: 'n', created_at: 1, archived: 0, ended_at: null, kind: 'b', parts: '["x"]', other: 1 };

test('a row is read to what is described of it', () => {
  expect(thing(row)).toEqual({ name: 'n', createdAt: 1, isArchived: false, endedAt: undefined, kind: 'b', parts: ['x'] });
  expect(thing({ ...row, ended_at: 2 }).endedAt).toBe(2);
  expect(column('created_at', number)(row)).toBe(1);
});

test.each(['name', 'created_at', 'archived', 'ended_at', 'kind', 'parts'])('a row without %s is damage', (missing) => {
  const rest = Object.fromEntries(Object.entries(row).filter(([name]) => name !== missing));
  expect(() => thing(rest)).toThrow(Damage);
});

test.each([
  ['name', 1],
  ['created_at', 'x'],
  ['archived', 2],
  ['ended_at', 'x'],
  ['kind', 'c'],
  ['parts', '[1]'],
])('a row whose %s is %j is damage', (name, value) => {
  expect(() => thing({ ...row, [name]: value })).toThrow(Damage);
});

test('a text that is empty says that there is nothing', () => {
  expect([filled({ column: 'a' }, 'column'), filled({ column: '' }, 'column')]).toEqual(['a', undefined]);
  expect(() => filled({ column: null }, 'column')).toThrow(Damage);
});

test('a count without a row is 0', () => {
  const count = (...rows: readonly Row[]) => {
    const steps = readCount(sql`select count(*) as count from things`);
    steps.next();
    return steps.next(rows).value;
  };
  expect([count({ count: 7 }), count()]).toEqual([7, 0]);
});

test('a long list is read by several statements', () => {
  const values = Array.from({ length: listLimit + 1 }, (_, index) => index);
  const steps = readListed(column('at', number), values, (list) => sql`select at from things where at in ${list}`);
  expect(steps.next().value).toMatchObject({ args: values.slice(0, listLimit) });
  expect(steps.next([{ at: 1 }]).value).toMatchObject({ args: [listLimit] });
  expect(steps.next([{ at: listLimit }])).toEqual({ done: true, value: [1, listLimit] });
});

test('rows come in the order of the numbers that were asked for, without those that are not there', () => {
  const steps = readInOrder(column('name', text), 'at', [3, 1, 2], (list) => sql`select * from things where at in ${list}`);
  expect(steps.next().value).toMatchObject({ args: [3, 1, 2, 2, 2, 2, 2, 2, 2, 2] });
  const rows = [
    { at: 1, name: 'one' },
    { at: 3, name: 'three' },
  ];
  expect(steps.next(rows)).toEqual({ done: true, value: ['three', 'one'] });
  expect(readInOrder(column('name', text), 'at', [], () => sql`never`).next()).toEqual({ done: true, value: [] });
});
