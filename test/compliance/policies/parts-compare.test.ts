import { expect, test } from 'vitest';
import { compare, isIn, type Scalar } from '../../../src/compliance/policies/condition.ts';

test.each<[Scalar, string, Scalar, boolean]>([
  ['a', '==', 'a', true],
  ['a', '!=', 'a', false],
  ['2', '==', 2, true],
  [2, '==', '2', true],
  ['2.0', '==', '2', false],
  ['x', '==', 2, false],
  ['x', '!=', 2, true],
  // Each order below, at, and above the other.
  [1, '<', 2, true],
  [2, '<', 2, false],
  [3, '<', 2, false],
  [1, '<=', 2, true],
  [2, '<=', 2, true],
  [3, '<=', 2, false],
  [1, '>', 2, false],
  [2, '>', 2, false],
  [3, '>', 2, true],
  [1, '>=', 2, false],
  [2, '>=', 2, true],
  [3, '>=', 2, true],
  ['10', '<', '9', true],
  ['10', '<', 9, false],
  [9, '<', '10', true],
])('%j %s %j is %s', (one, operator, other, expected) => {
  expect(compare(one, operator, other)).toBe(expected);
});

test.each<[string, number]>([
  ['12', 12],
  ['-1', -1],
  ['+1', 1],
  ['1.5', 1.5],
  ['1.25', 1.25],
])('the text %j counts as the number %d', (text, number) => {
  expect(compare(text, '<=', number)).toBe(true);
  expect(compare(number, '<=', text)).toBe(true);
});

test.each(['', 'x', 'x1', '1x', '1.', '.5', '1.x', '1e3', ' 1', '--1', '1234567890123456'])('the text %j is no number', (text) => {
  expect(compare(text, '>=', 0)).toBeUndefined();
  expect(compare(0, '<=', text)).toBeUndefined();
});

test('a number that is written otherwise than a text may be is still one', () => {
  expect(compare(1e-7, '<', 1)).toBe(true);
  expect(compare(1, '<', 1e21)).toBe(true);
});

test('what is not there equals nothing, and has no order', () => {
  for (const [one, other] of [
    [undefined, 'a'],
    ['a', undefined],
    [undefined, 1],
    [undefined, undefined],
  ] as const) {
    expect(compare(one, '==', other)).toBe(false);
    expect(compare(one, '!=', other)).toBe(true);
    expect(compare(one, '<', other)).toBeUndefined();
  }
});

test('an operator that is none orders nothing', () => {
  expect(compare(1, '~', 2)).toBeUndefined();
});

test('a value is in a list by what it equals', () => {
  expect(isIn('2', ['x', 2])).toBe(true);
  expect(isIn('3', ['x', 2])).toBe(false);
  expect(isIn(undefined, ['x', 2])).toBe(false);
  expect(isIn('x', [])).toBe(false);
});
