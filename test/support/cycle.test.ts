import { expect, test } from 'vitest';
import { cycleIn } from './cycle.ts';

test.each<[string, readonly (readonly [string, string])[], readonly string[] | undefined]>([
  ['nothing', [], undefined],
  [
    'a tree',
    [
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'c'],
    ],
    undefined,
  ],
  [
    'two that know each other',
    [
      ['x', 'a'],
      ['a', 'b'],
      ['b', 'a'],
    ],
    ['a', 'b', 'a'],
  ],
  [
    'a ring behind a tree',
    [
      ['x', 'a'],
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['c', 'd'],
    ],
    ['a', 'b', 'c', 'a'],
  ],
  ['one that knows itself', [['a', 'a']], ['a', 'a']],
])('the cycle is found in %s', (_name, arrows, cycle) => {
  expect(cycleIn(arrows)).toEqual(cycle);
});
