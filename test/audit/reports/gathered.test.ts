import { expect, it } from 'vitest';
import { gather } from '../../../src/audit/reports/gathered.ts';
import { reported, sample } from './sample.ts';

it('counts each pull request once, whatever its number', async () => {
  const numbers = [1, 31, 32, 33, 63, 64, 1, 32, 2 ** 31, 2 ** 31 + 32, 2 ** 31, 4_294_967_295, 31, 5, 2 ** 32 + 5];
  const audit = sample();
  const { pull } = reported();
  if (pull === null) throw new Error('The change of the sample has a pull request');
  const gathered = await gather({
    ...audit,
    async *changes() {
      for (const number of numbers) yield reported({ pull: { ...pull, number } });
    },
  });
  expect([gathered.branches.get(pull.base ?? 'main')?.pulls, gathered.changes]).toEqual([new Set(numbers), numbers.length]);
});
