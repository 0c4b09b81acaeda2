import { expect, test } from 'vitest';
import { recordedPath, testName, testPath, unlistedWords } from '../../src/presentation/index.ts';

test('a test case without a name is called so', () => {
  expect([testName({ name: 'adds' }), testName({ name: '' }), testName({ name: ' ' })]).toEqual(['adds', '(no name)', '(no name)']);
  expect(testPath({ suite: 's', name: '' })).toBe('s › (no name)');
});

test.each([
  ['nothing where nothing is needed', {}, undefined, 'pytest › adds'],
  ['its folder', { folder: 'junit-3.11' }, undefined, 'junit-3.11 › pytest › adds'],
  ['its leg', {}, 'python 3.11', 'python 3.11 › pytest › adds'],
  ['both, because each leg may have the folder', { folder: 'unit' }, 'python 3.11', 'python 3.11 › unit › pytest › adds'],
  ['its class', { within: 'tests.test_a' }, undefined, 'pytest › tests.test_a › adds'],
  ['nothing for an empty name', { folder: '', suite: '' }, '', 'adds'],
])('a test is told from others of its name by %s', (_, facts, of, path) => {
  expect(testPath({ suite: 'pytest', name: 'adds', ...facts }, of)).toBe(path);
});

test('a record keeps the path of a test without its leg, in at most 200 characters', () => {
  expect(recordedPath({ folder: 'unit', suite: 'pytest', name: 'adds' })).toBe('unit › pytest › adds');
  expect(recordedPath({ suite: 's', name: 'x'.repeat(500) })).toMatch(/^s › x{195}…$/);
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
