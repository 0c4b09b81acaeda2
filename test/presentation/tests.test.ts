import { expect, test } from 'vitest';
import { testName, testPath, unlistedWords } from '../../src/presentation/index.ts';

test('a test case without a name is called so', () => {
  expect([testName({ name: 'adds' }), testName({ name: '' }), testName({ name: ' ' })]).toEqual(['adds', '(no name)', '(no name)']);
  expect(testPath({ suite: 's', name: '' })).toBe('s › (no name)');
});

test.each([
  [3, 3, 'failed', undefined],
  [4, 3, 'failed', undefined],
  [200, 201, 'failed', 'and 1 more failed test'],
  [200, 1300, 'flaky', 'and 1100 more flaky tests'],
  [0, 1, 'failed', '1 failed test, which the results do not name'],
  [0, 2, 'flaky', '2 flaky tests, which the results do not name'],
] as const)('of %d listed and %d in all %s', (listed, all, kind, words) => {
  expect(unlistedWords(listed, all, kind)).toBe(words);
});
