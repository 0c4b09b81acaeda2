import { expect, test } from 'vitest';
import { contradictsItself, countedRows, testsRun, type RowCounts } from '../../../src/compliance/index.ts';

const row = (counts: Partial<RowCounts> = {}): RowCounts => ({ failures: 0, errors: 0, skipped: 0, total: 0, ...counts });

test('a row that skips more than it holds takes no test from the others', () => {
  expect(testsRun([row({ total: 1, skipped: 5 }), row({ total: 2 })])).toBe(2);
});

test.each([
  [{ skipped: 1 }, true],
  [{ total: 3, skipped: 4 }, true],
  [{ total: 3, skipped: 3 }, false],
  [{ total: 3, skipped: 4, failures: 1 }, false],
  [{ total: 3, skipped: 4, errors: 1 }, false],
  [{ total: 1, failures: 2 }, false],
])('%j contradicts itself: %s', (counts, does) => {
  expect(contradictsItself(row(counts))).toBe(does);
});

test.each([[null], [[null]], [[{ total: 1 }]], [[row({ total: 1.5 })]], [[row({ total: -1 })]]])('%j are no counts', (rows) => {
  expect(countedRows(rows)).toBeUndefined();
});
