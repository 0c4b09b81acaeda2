import { expect, it } from 'vitest';
import { draftTestResult, ownField, readStatement, signStatement } from '../../src/statement/index.ts';
import { run, withTotals, written } from './build.ts';

it('the names of 200,000 tests stay within 15 MB: those that passed go first, and the statement says how many', () => {
  const many = (kind: string, count: number): readonly string[] =>
    Array.from(
      { length: count },
      (_, index) => `com.example.shop.checkout.CartTest › ${kind} item number ${index} and keeps the price of the others`,
    );
  const all = { failed: many('breaks', 10_000), warned: many('repeats', 10_000), passed: many('adds', 180_000) };
  const totals = withTotals({ total: 200_000, passed: 190_000, flaky: 10_000, failures: 10_000, skipped: 0 });
  const facts = { results: totals, names: all, testNames: 'all' } as const;
  const { predicate } = written(draftTestResult({ ...run, ...facts }));
  const { failedTests, passedTests, warnedTests, [ownField]: own } = JSON.parse(predicate);
  expect([failedTests.length, warnedTests.length]).toEqual([10_000, 10_000]);
  expect(passedTests.length).toBeLessThan(180_000);
  expect(own.testNamesOmitted).toEqual({ passed: 180_000 - passedTests.length });
  expect(Buffer.byteLength(predicate)).toBeLessThanOrEqual(15_000_000);
  expect(Buffer.byteLength(predicate)).toBeGreaterThan(14_800_000);
});

it('as many names as are written can be read again, however short they are', () => {
  const passed = Array.from({ length: 600_000 }, (_, index) => `${index}`);
  const results = withTotals({ total: 600_000, passed: 600_000, skipped: 0 });
  const draft = draftTestResult({ ...run, results, testNames: 'all', names: { failed: [], warned: [], passed } });
  const envelope = signStatement(written(draft).statement, () => Buffer.from('s'));
  const { statement } = readStatement(Buffer.from(JSON.stringify(envelope)));
  expect(statement.predicate).toMatchObject({ successes: 600_000, [ownField]: { testNamesOmitted: { passed: expect.any(Number) } } });
});
