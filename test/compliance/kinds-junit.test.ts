import { expect, test } from 'vitest';
import { isJunitCompliant } from '../../src/compliance/index.ts';

test.each([
  [[], true],
  [[{ failures: 0, errors: 0 }], true],
  [
    [
      { failures: 0, errors: 0 },
      { failures: 1, errors: 0 },
    ],
    false,
  ],
  [
    [
      { failures: 0, errors: 1 },
      { failures: 0, errors: 0 },
    ],
    false,
  ],
])('%j is compliant: %s', (rows, compliant) => {
  expect(isJunitCompliant(rows)).toBe(compliant);
});
