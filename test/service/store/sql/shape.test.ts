import { describe, expect, test } from 'vitest';
import { isFlag, isNumber, isObject, isText, isTexts, listOf, optional, shape } from '../../../../src/service/store/sql/shape.ts';

const values = ['a', '', 1, 0, true, false, null, undefined, [], ['a'], ['a', 1], {}, { a: 'b' }] as const;

test.each([
  ['a text', isText, ['a', '']],
  ['a number', isNumber, [1, 0]],
  ['a flag', isFlag, [true, false]],
  ['texts', isTexts, [[], ['a']]],
  ['an object', isObject, [{}, { a: 'b' }]],
  ['a list of texts', listOf(isText), [[], ['a']]],
  ['a number or nothing', optional(isNumber), [1, 0, undefined]],
])('%s is only what its name says', (_, is, expected) => {
  expect(values.filter((value) => is(value))).toEqual(expected);
});

describe('a shape', () => {
  const isThing = shape<{ readonly name: string; readonly size?: number | undefined }>({ name: isText, size: optional(isNumber) });

  test.each([{ name: 'a' }, { name: 'a', size: 1 }, { name: 'a', other: true }])('has its fields, and maybe others: %j', (value) => {
    expect(isThing(value)).toBe(true);
  });

  test.each([{}, { name: 1 }, { name: 'a', size: '1' }, { size: 1 }, null, undefined, 'name', ['name']])('is not %j', (value) => {
    expect(isThing(value)).toBe(false);
  });
});
