import { expect, test } from 'vitest';
import { readPatternLine } from '../../src/text/index.ts';

test.each([
  ['a', false, 'a'],
  ['!a', true, 'a'],
  ['!!a', false, 'a'],
  ['! ! !a', true, 'a'],
  ['! a', true, 'a'],
  ['a!', false, 'a!'],
  ['!', true, ''],
])('a line excludes when an odd number of `!` comes first: %s', (line, isExclude, pattern) => {
  expect(readPatternLine(line)).toEqual({ isExclude, pattern });
});
