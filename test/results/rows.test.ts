import { expect, test } from 'vitest';
import type { Tally } from '../../src/junit/count/declared.ts';
import { capRows, rowToSend, suiteTotalsOf, totalsOf } from '../../src/results/gathered.ts';
import type { SuiteRow } from '../../src/results/index.ts';

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

function row(file: string, name: string, timestamp?: number): SuiteRow {
  return { file, name, tally: { ...tally }, time: 1_500_000_000, timestamp };
}

test('a row has what the interface wants, and a timestamp only where one is known', () => {
  const result = { name: 'a', failures: 2, errors: 3, skipped: 5, total: 20, duration: 1.5 };
  expect(rowToSend(row('f', 'a'))).toStrictEqual(result);
  expect(rowToSend(row('f', 'a', 100_000))).toStrictEqual({ ...result, timestamp: 100_000 });
  expect(suiteTotalsOf(row('f', 'a', 7))).toStrictEqual({ ...result, timestamp: 7, file: 'f', passed: 10, flaky: 4 });
});

test('totals are sums', () => {
  expect(totalsOf([row('f', 'a'), row('g', 'b')])).toStrictEqual({
    total: 40,
    passed: 20,
    failures: 4,
    errors: 6,
    skipped: 10,
    flaky: 8,
    retried: 12,
    duration: 3,
  });
  expect(totalsOf([])).toStrictEqual({ total: 0, passed: 0, failures: 0, errors: 0, skipped: 0, flaky: 0, retried: 0, duration: 0 });
});

test('rows up to the most are left as they are', () => {
  const rows = [row('f', 'a'), row('g', 'b')];
  expect(capRows(rows, 2)).toStrictEqual({ rows });
});

test('above it those of each file become one, of the earliest timestamp', () => {
  const capped = capRows([row('f', 'a', 9), row('g', 'b'), row('f', 'c', 5), row('f', 'd')], 2);
  expect(capped.merged).toBe('by-file');
  expect(capped.rows.map((each) => [each.file, each.name, each.timestamp, each.time])).toEqual([
    ['f', 'f', 5, 4_500_000_000],
    ['g', 'g', undefined, 1_500_000_000],
  ]);
  expect(capped.rows[0]?.tally).toMatchObject({ total: 60, failures: 6 });
});

test('above that all become one', () => {
  const capped = capRows([row('f', 'a', 9), row('g', 'b', 4), row('h', 'c')], 2);
  expect(capped.merged).toBe('all');
  expect(capped.rows.map((each) => [each.file, each.name, each.timestamp, each.tally.total])).toEqual([['', '3 files', 4, 60]]);
});
