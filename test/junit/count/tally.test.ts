import { expect, test } from 'vitest';
import { addTally, emptyTally, timeOf, type Tally } from '../../../src/junit/count/declared.ts';

const tally: Tally = {
  total: 20,
  failures: 2,
  errors: 3,
  skipped: 5,
  flaky: 4,
  retried: 6,
  excused: 7,
  caseTime: 1_500_000_000,
  timed: 3,
  summaryTime: 8,
  suiteTime: 9,
};

test('tallies are added count by count', () => {
  const sum = emptyTally();
  addTally(sum, tally);
  expect(sum).toStrictEqual(tally);
  addTally(sum, tally);
  const doubled = Object.fromEntries(Object.entries(tally).map(([key, value]) => [key, value * 2]));
  expect(sum).toStrictEqual(doubled);
  addTally(sum, emptyTally());
  expect(sum).toStrictEqual(doubled);
});

test('the time is that of the cases and of summaries beside them, else of the suites', () => {
  expect(timeOf(tally)).toBe(1_500_000_008);
  expect(timeOf({ ...tally, timed: 0 })).toBe(9);
  expect(emptyTally()).toStrictEqual({
    total: 0,
    failures: 0,
    errors: 0,
    skipped: 0,
    flaky: 0,
    retried: 0,
    excused: 0,
    caseTime: 0,
    timed: 0,
    summaryTime: 0,
    suiteTime: 0,
  });
});
