import { expect, test } from 'vitest';
import { isJunitCompliant } from '../../src/compliance/index.ts';

const green = { failures: 0, errors: 0, skipped: 0, total: 1 };
const contradictory = { ...green, skipped: 2 };

test.each([
  [[], true],
  [[green], true],
  [[{ ...green, skipped: 1 }], true],
  [[green, { ...green, failures: 1 }], false],
  [[{ ...green, errors: 1 }, green], false],
  [[green, contradictory], false],
])('%j is compliant: %s', (rows, compliant) => {
  expect(isJunitCompliant(rows, 2)).toBe(compliant);
});

test('a record of the first rule keeps what that said of rows that contradict themselves', () => {
  expect(isJunitCompliant([green, contradictory], 1)).toBe(true);
});
