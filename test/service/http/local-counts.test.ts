import { expect, test } from 'vitest';
import { localCounts } from '../../../src/service/http/local-counts.ts';

test('a window ends after its time, and each caller has its own', async () => {
  let now = 0;
  const { add } = localCounts(() => now);
  expect([await add('a', 1000), await add('a', 1000)]).toEqual([
    { count: 1, leftMs: 1000 },
    { count: 2, leftMs: 1000 },
  ]);
  now = 999;
  expect([await add('a', 1000), await add('b', 1000)]).toEqual([
    { count: 3, leftMs: 1 },
    { count: 1, leftMs: 1000 },
  ]);
  now = 1000;
  expect(await add('a', 1000)).toEqual({ count: 1, leftMs: 1000 });
});

test('many callers do not cost ever more memory: the first ones are forgotten', async () => {
  const { add } = localCounts(() => 0);
  for (let caller = 0; caller < 10_001; caller += 1) await add(`c${caller}`, 1000);
  expect((await add('c0', 1000)).count).toBe(1);
  expect((await add('c10000', 1000)).count).toBe(2);
});
