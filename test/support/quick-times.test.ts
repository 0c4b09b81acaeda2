import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { judgeTimes, mayTakeLonger, type Took } from './quick-times.ts';
import { root } from './sources.ts';

const took = (time: number, name = `a test of ${time} ms`): Took => ({ file: 'test/a.test.ts', name, time });
const many = (count: number, time: number): readonly Took[] => Array.from({ length: count }, () => took(time));

it('a test may take a second', () => {
  const { limit, tooLong } = judgeTimes([...many(200, 10), took(999), took(1001)], {});
  expect([limit, tooLong]).toEqual([1000, [took(1001)]]);
});

it('where all tests take three times as long, one may as well', () => {
  const { limit, tooLong } = judgeTimes([...many(10_000, 90), took(2900), took(3100)], {});
  expect([Math.round(limit / 100), tooLong]).toEqual([30, [took(3100)]]);
});

it('a test fails the run where it keeps processors busy for five seconds, more on a slow machine, and not where it waits for them', () => {
  const [waits, works] = [took(9000), { ...took(1), processors: 5001 }];
  const all = [...many(10_000, 10), waits, works, { ...took(9001, 'may'), processors: 9000 }];
  expect(judgeTimes(all, { 'test/a.test.ts': ['may'] })).toMatchObject({ limit: 1000, tooLong: [waits, works], fails: true });
  expect(judgeTimes([...many(10_000, 60), works])).toMatchObject({ tooLong: [], fails: false });
  expect(judgeTimes([...many(10_000, 10), waits])).toMatchObject({ tooLong: [waits], fails: false });
});

it('a test that is named may take longer, and one that is named and need not is told', () => {
  const exceptions = { 'test/a.test.ts': ['long', 'quick', 'gone'], 'test/b.test.ts': ['long'] };
  expect(judgeTimes([...many(200, 30), took(3000, 'long'), took(100, 'quick')], exceptions)).toMatchObject({
    tooLong: [],
    idle: ['test/a.test.ts: quick', 'test/a.test.ts: gone', 'test/b.test.ts: long'],
  });
});

it('there are at most twenty exceptions, each in a file that is there', () => {
  expect(Object.values(mayTakeLonger).flat().length).toBeLessThanOrEqual(20);
  for (const file of Object.keys(mayTakeLonger)) expect(readFileSync(join(root, file), 'utf8')).toMatch(/\b(?:test|it)\b/);
});
