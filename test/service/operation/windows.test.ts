import { expect, test } from 'vitest';
import { openWindows } from '../../../src/service/operation/windows.ts';

test('to look at a window counts nothing, and one that is over is empty', () => {
  let now = 0;
  const { add, look } = openWindows(() => now);
  expect(look('a')).toEqual({ count: 0, leftMs: 0 });
  add('a', 1000);
  add('a', 1000);
  now = 400;
  expect([look('a'), look('a'), look('b')]).toEqual([
    { count: 2, leftMs: 600 },
    { count: 2, leftMs: 600 },
    { count: 0, leftMs: 0 },
  ]);
  now = 1000;
  expect(look('a')).toEqual({ count: 0, leftMs: 0 });
});
