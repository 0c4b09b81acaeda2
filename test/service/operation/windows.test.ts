import { expect, test } from 'vitest';
import { openWindows } from '../../../src/service/operation/clients.ts';

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

test('a window ends after its time, and each caller has its own', () => {
  let now = 0;
  const { add } = openWindows(() => now);
  expect([add('a', 1000), add('a', 1000)]).toEqual([
    { count: 1, leftMs: 1000 },
    { count: 2, leftMs: 1000 },
  ]);
  now = 999;
  expect([add('a', 1000), add('b', 1000)]).toEqual([
    { count: 3, leftMs: 1 },
    { count: 1, leftMs: 1000 },
  ]);
  now = 1000;
  expect(add('a', 1000)).toEqual({ count: 1, leftMs: 1000 });
});

test('many callers do not cost ever more memory: the first ones are forgotten', () => {
  const { add } = openWindows(() => 0);
  for (let caller = 0; caller < 10_001; caller += 1) add(`c${caller}`, 1000);
  expect(add('c0', 1000).count).toBe(1);
  expect(add('c10000', 1000).count).toBe(2);
});
