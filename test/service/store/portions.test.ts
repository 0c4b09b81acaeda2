import { expect, test } from 'vitest';
import { portions } from '../../../src/service/log/read-log.ts';

const cut = (...sizes: number[]) => [...portions(sizes.map((bytes) => ({ bytes })))].map((portion) => portion.map(({ bytes }) => bytes));

test('a portion holds up to a million bytes, and a larger item is one of its own', () => {
  expect(cut(400_000, 600_000, 1, 2_000_000, 5, 6)).toEqual([[400_000, 600_000], [1], [2_000_000], [5, 6]]);
  expect(cut(1_000_000, 1)).toEqual([[1_000_000], [1]]);
});

test('a portion holds up to a hundred items, and none is lost', () => {
  expect(cut(...Array<number>(201).fill(1)).map(({ length }) => length)).toEqual([100, 100, 1]);
  expect(cut()).toEqual([]);
});
