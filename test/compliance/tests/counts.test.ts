import { expect, test } from 'vitest';
import { contradictsItself, countedRows, holdsTest, testsRun, type RowCounts } from '../../../src/compliance/index.ts';

const row = (counts: Partial<RowCounts> = {}): RowCounts => ({ failures: 0, errors: 0, skipped: 0, total: 0, ...counts });

test.each([
  ['no record', [], false],
  ['a record without a row', [[]], false],
  ['a record of skipped tests', [[row({ total: 3, skipped: 3 })]], false],
  ['a test that ran', [[row({ total: 3, skipped: 2 })]], true],
  ['an empty leg next to one with a test', [[row()], [row({ total: 1 })]], true],
  ['two empty legs', [[row()], [row({ total: 2, skipped: 2 })]], false],
  ['a record that does not say', [[row()], undefined], true],
])('%s holds a test that ran: %j %s', (_, records, holds) => {
  expect(holdsTest(records)).toBe(holds);
});

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
