import { expect, test } from 'vitest';
import { listed, mostListed } from '../../../../src/service/store/sql/list.ts';
import { sql, textOf } from '../../../../src/service/store/sql/sql.ts';

test('a list has its places after those before it, and is filled up with its last value', () => {
  expect(textOf(listed(['a']))).toBe('($1)');
  const statement = sql`${'x'}, ${'y'} in ${listed(['a', 'b'])} and ${'z'}`;
  expect(textOf(statement)).toBe('$1, $2 in ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12) and $13');
  expect(statement.values).toEqual(['x', 'y', 'a', ...Array(9).fill('b'), 'z']);
});

test('lists of every length share a few statements', () => {
  const texts = new Set(Array.from({ length: mostListed }, (_, index) => textOf(listed(Array(index + 1).fill('a')))));
  expect(texts.size).toBe(4);
});

test('a list of nothing, or of too much, is no list', () => {
  expect(() => listed([])).toThrow(RangeError);
  expect(() => listed(Array(mostListed + 1).fill('a'))).toThrow(RangeError);
});
