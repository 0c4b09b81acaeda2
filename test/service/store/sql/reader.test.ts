import { expect, test } from 'vitest';
import { Damage } from '../../../../src/service/store/damage.ts';
import { column, jsonOf, named, nullable, oneOf, reader, readInOrder } from '../../../../src/service/store/sql/reader.ts';
import { flag, number, text } from '../../../../src/service/store/sql/row.ts';
import { isTexts } from '../../../../src/service/store/sql/shape.ts';
import { sql } from '../../../../src/service/store/sql/sql.ts';

const thing = reader({
  name: text,
  createdAt: number,
  isArchived: named('archived', flag),
  endedAt: nullable(number),
  kind: oneOf(['a', 'b']),
  parts: jsonOf(isTexts),
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
