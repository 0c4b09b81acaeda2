import { expect, test } from 'vitest';
import { listed, mostListed } from '../../../../src/service/store/sql/statement.ts';

test('a list has its places after those before it, and is filled up with its last value', () => {
  expect(listed(['a'], 0)).toEqual({ sql: '($1)', args: ['a'] });
  expect(listed(['a', 'b'], 2)).toEqual({
    sql: '($3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
    args: ['a', ...Array(9).fill('b')],
  });
});

test('lists of every length share a few statements', () => {
  const texts = new Set(Array.from({ length: mostListed }, (_, index) => listed(Array(index + 1).fill('a'), 0).sql));
  expect(texts.size).toBe(4);
});

test('a list of nothing, or of too much, is no list', () => {
  expect(() => listed([], 0)).toThrow(RangeError);
  expect(() => listed(Array(mostListed + 1).fill('a'), 0)).toThrow(RangeError);
});
