import { expect, test } from 'vitest';
import {
  claimWords,
  claimedHeadings,
  collectedWords,
  failuresOf,
  placed,
  recordedPath,
  saidLine,
  saidLines,
  testName,
  testPath,
  totalWords,
  unlistedWords,
} from '../../src/presentation/index.ts';
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

test('what a test said stands with it', () => {
  const said = [{ name: 's › a', message: 'one\ntwo', place: 'a.py:3' }];
  expect(failuresOf([reason({ failed: { ...failed, said } })], [])).toEqual([
    { ...told, said: new Map([['python 3.11 › s › a', said[0]]]) },
  ]);
  expect(saidLines({ failed: { ...failed, said } })).toEqual(['python 3.11 › s › a (a.py:3): one ⏎ two']);
  expect(saidLines({ failed: { count: 1, by: 'test', names: ['a'], said: [{ name: 'a', message: 'm' }] } })).toEqual(['a: m']);
  expect(saidLines({})).toEqual([]);
  expect(saidLines({ failed })).toEqual([]);
  expect([
    saidLine('a', undefined),
    saidLine('a', { name: 'a', message: '' }),
    saidLine('a', { name: 'a', message: '', place: 'p' }),
  ]).toEqual(['a', 'a', 'a (p)']);
});

test.each([
  [{ message: 'm' }, 'm'],
  [{ file: 'a.xml', message: 'm' }, 'a.xml: m'],
  [{ file: 'a.xml', line: 3, message: 'm' }, 'a.xml:3: m'],
  [{ file: 'a.xml', line: 3, column: 4, message: 'm' }, 'a.xml:3:4: m'],
  [{ file: 'a.xml', column: 4, message: 'm' }, 'a.xml: m'],
  [{ file: 'a.xml', line: 3, message: 'a.xml: m' }, 'a.xml:3: m'],
  [{ file: 'a.xml', line: 3, message: 'a.xml:3: m' }, 'a.xml:3: m'],
])('a remark has its place once: %j', (remark, words) => {
  expect(placed(remark)).toBe(words);
});

test.each([
  [{ job: 'tests', leg: 'nightly', matrix: { shard: 1 } }, 'tests › {"shard":1} › nightly'],
  [{ job: null, leg: null, matrix: null }, ''],
  [{ job: 'tests', leg: null, matrix: null }, 'tests'],
])('a claim is named by its job, matrix and leg: %j', (claim, words) => {
  expect(claimWords(claim)).toBe(words);
});

test('claims say whose word they are', () => {
  expect(claimedHeadings).toEqual({ fork: 'Claimed by the run of a fork', 'pull request': 'Claimed by the run of the pull request' });
});

test('collected results are counted, and nothing was recorded', () => {
  expect(collectedWords({ name: 'unit', folder: '/out', files: 1, tests: 2 })).toBe(
    'unit: 2 tests in 1 file collected in /out; nothing was recorded',
  );
});

test('totals are words with their number, red where they count failed tests', () => {
  expect(totalWords({ passed: 1200, failures: 1, errors: 1, skipped: 2, flaky: 3 })).toEqual([
    { text: '1,200 passed', number: 1200, isRed: false },
    { text: '1 failed', number: 1, isRed: true },
    { text: '1 error', number: 1, isRed: true },
    { text: '2 skipped', number: 2, isRed: false },
    { text: '3 flaky', number: 3, isRed: false },
  ]);
});
