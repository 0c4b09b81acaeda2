import { expect, it } from 'vitest';
import { readProblem } from '../../src/client/problem.ts';

it('the body of an error is read in a moment, however large', () => {
  const before = process.cpuUsage();
  readProblem('<script'.repeat(400_000));
  readProblem('<'.repeat(2_000_000));
  // The processor time. Other work of the machine does not count.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
});
