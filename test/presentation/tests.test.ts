import { expect, test } from 'vitest';
import { recordedPath, testName, testPath, unlistedWords, failuresOf } from '../../src/presentation/index.ts';
import { failureOf, type Reason } from '../../src/gate/index.ts';

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

const failed = { count: 3, by: 'test', names: ['s › a', 's › b'], of: 'python 3.11' } as const;

function reason(facts: Partial<Omit<Reason, 'code' | 'verdict'>> = {}): Reason {
  return { code: 'failing', verdict: 'non-compliant', message: 'm', fix: 'f', attestation: 'unit', url: 'https://e/1', failed, ...facts };
}

/** Results that are shown: those of the reason. */
const shown = {
  name: 'unit',
  of: 'python 3.11',
  results: { failing: ['a', 'b', 'c'].map((name) => ({ suite: 's', name })) },
};
const told = { attestation: 'unit', url: 'https://e/1', paths: ['python 3.11 › s › a', 'python 3.11 › s › b'], count: 3 };

test('the failed tests of a record are told with their leg, their attestation and its page', () => {
  expect(failuresOf([reason(), reason({ failed: { count: 1, by: 'test', names: ['x'] } })], [])).toEqual([
    told,
    { ...told, paths: ['x'], count: 1 },
  ]);
});

test('what names no test tells of none', () => {
  const { failed: _failed, ...without } = reason();
  expect(failuresOf([without, reason({ failed: { count: 2, by: 'suite', names: ['s (2)'] } })], [])).toEqual([]);
});

test('those of results that are shown are not told again', () => {
  expect(failuresOf([reason()], [shown])).toEqual([]);
  expect(failuresOf([reason({ attestation: 'api.unit' })], [shown])).toEqual([]);
  const failing = [{ folder: 'f', suite: 's', name: `a\n${'x'.repeat(500)}` }];
  const long = { ...shown, results: { failing } };
  const data = { failed_tests: failing.map((each) => recordedPath(each)), leg: 'python 3.11' };
  const asRead = failureOf({ junit_results: [{ failures: 1 }], user_data: { compliance_evidence: data } });
  expect(failuresOf([reason(asRead)], [long])).toEqual([]);
});

test.each([
  ['of another name', { attestation: 'unit-2' }],
  ['of another leg', { failed: { ...failed, of: 'python 3.12' } }],
  ['of no leg', { failed: { count: 1, by: 'test', names: ['s › a'] } as const }],
  ['with another test', { failed: { ...failed, names: ['s › a', 's › z'] } }],
  ['of no name', { attestation: '' }],
])('a record %s is told', (_, facts) => {
  expect(failuresOf([reason(facts)], [shown])).toHaveLength(1);
});
