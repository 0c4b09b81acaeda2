import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readTestResults } from '../../src/commands/results/read-results.ts';
import type { TestResults, ReadingOptions } from '../../src/results/index.ts';
import { codesOf, warningsOf, wordsOf } from './support.ts';

interface Run {
  readonly paths: string;
}

const results = fileURLToPath(new URL('../fixtures/frameworks/results/', import.meta.url));
const runs: Readonly<Record<string, Run>> = JSON.parse(readFileSync(join(results, 'runs.json'), 'utf8'));

function read(name: string, options: ReadingOptions = {}): Promise<TestResults> {
  return readTestResults([runs[name]?.paths ?? ''], { workspace: join(results, name), ...options });
}

// The results files of real frameworks for the suites in test/fixtures/frameworks. The rows are worked out from what each suite
// does: f failed, e in error, s skipped.
const expected: Readonly<Record<string, readonly string[]>> = {
  // Top level: passes, fails f, skipped s, todo s, odd name, timeout f, and the file that does not load f.
  'node-test': ['junit.xml: 7, 3 f, 2 s', 'outer: 4, 1 f', 'setup fails: 1, 1 f'],
  // passes, fails f, throws f, skipped s, todo s, odd name, three numbers 1 f, inside, no setup f, timeout f, second attempt.
  vitest: ['does-not-load.spec.mjs: 1, 1 f', 'suite.spec.mjs: 13, 5 f, 2 s'],
  // The same without the second attempt; a todo is written as passed; the file that does not load is there twice. The retries:
  // one passes at last, one does not.
  jest: ['undefined: 12, 5 f, 1 s', 'undefined: 2, 1 f', 'does-not-load.test.js: 2, 1 f, 1 e'],
  'jest-as-it-is': ['undefined: 12, 5 f, 1 s', 'undefined: 2, 1 f'],
  // passes, fails f, throws f, skipped s, todo s, odd name, three numbers 1 f, timeout f.
  mocha: ['Root Suite: 1', 'unit: 10, 4 f, 2 s', 'inner: 1', 'setup fails: 1, 1 f'],
  // Skipped tests and todos are not written.
  'mocha-as-it-is': ['Root Suite: 1', 'unit: 8, 4 f', 'inner: 1', 'setup fails: 1, 1 f'],
  // All in one suite.
  'mocha-xunit': ['Mocha Tests: 13, 5 f, 2 s'],
  'mocha-crash': [],
  // passes, fails f, throws f, skipped s, fixme s, odd name, three numbers 1 f, inside, no setup f, timeout f, second attempt.
  playwright: ['suite.spec.js: 13, 5 f, 2 s'],
  'playwright-crash': ['junit.xml: 0'],
  // passes, fails f, skipped s, odd name, has steps f with three of which one f.
  deno: ['./suite.test.js: 8, 3 f, 1 s'],
  'deno-crash': [],
  // The same as jest; the file that does not load leaves no trace.
  bun: ['suite.test.js: 13, 5 f, 2 s'],
  // passes, fails f, throws f, skipped s, pending s, odd name, three numbers 1 f, timeout f; inside; no setup f.
  jasmine: ['setup fails: 1, 1 f', 'unit: 10, 4 f, 2 s', 'unit.inner: 1'],
  'jasmine-crash': [],
  // The same, in one suite, without the odd name: its reporter fails over the control character in it, and the test is lost.
  karma: ['Chrome Headless 156.0.0.0 (Linux 0.0.0): 11, 5 f, 2 s'],
  // passes, fails f, pending f, undefined f, skipped s, timeout f, second attempt, three numbers 1 f.
  cucumber: ['Cucumber: 10, 5 f, 1 s'],
  // 15 tests and the file that does not load; one that fails and has a bad teardown is told twice. Failed: fails, raises,
  // passes against expectation, 2 is not odd, fails with a bad teardown, timeout, subtests. In error: no setup, two
  // teardowns, the file.
  'pytest-xunit1': ['pytest: 18, 7 f, 4 e, 2 s'],
  'pytest-xunit2': ['pytest: 18, 7 f, 4 e, 2 s'],
  'pytest-crash': ['pytest: 1, 1 e'],
  // 11 tests, of which one fails f, and one fails f and tears down badly e; 11 attempts that were repeated.
  'pytest-reruns': ['pytest: 23, 2 f, 1 e, 1 s'],
  'pytest-xdist': ['pytest: 23, 2 f, 1 e, 1 s'],
  // Unit: passes, fails f, raises e, skipped s, expected failure s, and of the subtests the one that fails f.
  unittest: [
    'test_suite.Other: 1',
    'test_suite.Unit: 6, 2 f, 1 e, 2 s',
    'unittest.loader._FailedTest: 1, 1 e',
    'unittest.suite._ErrorHolder: 1, 1 e',
  ],
  // passes, fails f, raises e, undefined e, skipped s, three numbers 1 f.
  behave: ['suite.unit: 8, 2 f, 2 e, 1 s'],
  // passes, fails f, raises f, skipped s, odd name, timeout f; no setup f; a library that is missing is no failure.
  robot: ['Robot: 8, 4 f, 1 s'],
  // passes, fails f, raises e, skipped s, three numbers 1 f, odd name, timeout e, second attempt. Hooks count once.
  junit5: [
    'demo.BrokenClassTest: 1, 1 e',
    'demo.BrokenSetupTest: 1, 1 e',
    'demo.DoesNotLoadTest: 1, 1 e',
    'demo.NestedTest$Inner: 1',
    'demo.NestedTest: 0',
    'demo.UnitTest: 10, 2 f, 2 e, 1 s',
  ],
  // passes, fails f, raises f, skipped s, three numbers 1 f, timeout f, depends on the failed one s, second attempt and its
  // first s.
  testng: ['demo.UnitTest: 11, 4 f, 3 s'],
  // passes, fails f, raises f, skipped s, timeout f; no setup f; what does not load f.
  gradle: ['demo.BrokenSetupTest: 1, 1 f', 'demo.DoesNotLoadTest: 1, 1 f', 'demo.UnitTest: 5, 3 f, 1 s'],
  // The class that ended the process is not there.
  'surefire-crash': ['demo.UnitTest: 1'],
  // A package without tests has no name. Tests and their subtests are test cases alike: passes, fails f, panics f, skipped s,
  // IsOdd f with three of which one f, OddNames with one. A failure that ends the process counts as one more test.
  go: [
    'junit.xml: 0',
    'example.com/demo/broken: 1, 1 f',
    'example.com/demo/crash: 2, 1 f',
    'example.com/demo/slow: 3, 2 f',
    'example.com/demo/unit: 10, 4 f, 1 s',
  ],
  // passes, skipped s, second attempt and its first f, never passes f in three attempts.
  'go-reruns': ['example.com/demo: 7, 4 f, 1 s'],
  // passes, fails f, was to panic f, timeout f, signal f, second attempt; what is ignored is not written.
  nextest: ['demo: 6, 4 f'],
  // passes, fails f (two expectations), throws f, skipped s, disabled s; no setup f; three numbers 1 f.
  googletest: ['Unit: 5, 2 f, 2 s', 'BrokenSetup: 1, 1 f', 'Numbers/Odd: 3, 1 f'],
  'googletest-crash': [],
  // Sections are cases. passes, fails f (two checks), throws e, one section passes and one f, may fail f, 2 is not odd f.
  catch2: ['suite: 7, 4 f, 1 e'],
  // passes, fails f, odd name, skipped s, disabled s, timeout f, cannot start (CTest writes s), fails as expected, second
  // attempt, signal f.
  ctest: ['(empty): 10, 3 f, 3 s'],
  // passes, fails f, throws e, skipped s, incomplete s, asserts nothing e (PHPUnit's own word), three numbers 1 f; no setup e.
  phpunit: ['/work: 10, 2 f, 3 e, 2 s'],
  'phpunit-crash': [],
  // passes, fails f, raises f, skipped s, no body s, pending s, pending but passes f, odd name, three numbers 1 f, inside,
  // no setup f, timeout f, second attempt.
  rspec: ['rspec: 15, 6 f, 3 s'],
  'rspec-crash': ['rspec: 0'],
  // passes, fails f, skipped s, odd name f, timeout f; no setup f.
  bats: ['./broken-setup.bats: 1, 1 f', './suite.bats: 5, 3 f, 1 s'],
  // Its reporter takes the lines of an attempt for tests: two tests that passed, one that failed, one at the second attempt.
  'bats-retries': ['./suite.bats: 6, 2 f'],
  // passes, fails f, raises e, skipped s, odd name, three numbers 1 f; no setup e.
  minitest: ['Minitest::Result: 9, 2 f, 2 e, 1 s'],
  // A file that ends badly is one more. suite: passes, fails f, skip, todo, odd name, subtest f, and the file e.
  perl: ['does-not-load_t: 1, 1 e', 'ends_t: 2, 1 e', 'suite_t: 7, 2 f, 1 e'],
  // passes, fails f, raises e, pending s, odd name, three numbers 1 f; no setup and the file that does not load, e of the suite.
  busted: ['Run 1 of 1: 10, 2 f, 3 e, 1 s'],
};

test('every run is looked at', () => {
  expect(Object.keys(runs).toSorted()).toEqual(Object.keys(expected).toSorted());
});

test.each(Object.entries(expected))('%s is counted as its suite does', async (name, rows) => {
  const evidence = await read(name);
  const ran = evidence.totals.total > 0;
  expect(codesOf(evidence.problems)).toEqual(ran ? [] : [rows.length === 0 ? 'no-files' : 'no-tests']);
  // unittest-xml-reporting adds the moment to the names of suites.
  expect(wordsOf(evidence).map((words) => words.replace(/-\d{14}:/, ':'))).toEqual(rows);
});

test.each(Object.entries(runs))('the junit-paths of %s find all that it wrote, and nothing else', async (name) => {
  const { files } = await read(name, { minTests: 0 });
  const written = globSync('**/*.xml', { cwd: join(results, name) }).map((path) => path.replaceAll(sep, '/'));
  expect(files.map((file) => file.name)).toEqual(written.toSorted());
});

describe('no honest file earns a warning', () => {
  const reasons: Readonly<Record<string, { readonly codes: readonly string[]; readonly because: string }>> = {
    catch2: { codes: ['attributes-disagree'], because: 'its `tests` are assertions, and nothing in the file says that' },
    'playwright-crash': { codes: ['no-tests-in-file'], because: 'it holds none, as no file loads where one does not' },
    'rspec-crash': { codes: ['no-tests-in-file'], because: 'the same' },
    karma: { codes: ['attributes-disagree'], because: 'what fails in beforeAll is in the attributes alone' },
    perl: { codes: ['suite-level-failure', 'attributes-disagree'], because: 'a file that ends badly is twice in the attributes' },
    busted: { codes: ['suite-level-failure'], because: 'what fails outside of tests is a failure of the suite' },
  };

  test.each(Object.keys(runs))('%s', async (name) => {
    for (const granularity of ['outermost', 'leaf'] as const) {
      expect(warningsOf(await read(name, { granularity }))).toEqual(reasons[name]?.codes ?? []);
    }
  });
});

describe('retries that are joined are one test', () => {
  test.each([
    // passes, second, third, never f, skipped s, setup, teardown, never with a bad teardown e, three numbers.
    ['pytest-reruns', ['pytest: 11, 1 f, 1 e, 1 s'], 5],
    ['pytest-xdist', ['pytest: 11, 1 f, 1 e, 1 s'], 5],
    ['go-reruns', ['example.com/demo: 4, 1 f, 1 s'], 1],
  ])('%s', async (name, rows, flaky) => {
    const evidence = await read(name, { mergeRetries: 'last' });
    expect(wordsOf(evidence)).toEqual(rows);
    expect(evidence.totals.flaky).toBe(flaky);
    expect(evidence.flaky).toHaveLength(flaky);
  });

  test('a test that Surefire ran again until it passed is flaky', async () => {
    expect((await read('junit5')).totals).toMatchObject({ total: 14, passed: 6, flaky: 1 });
  });

  test('so is one that cargo-nextest ran again', async () => {
    expect((await read('nextest')).totals).toMatchObject({ total: 6, passed: 2, flaky: 1 });
  });
});

test.each([
  ['pytest-xunit1', 'test_fails', { file: 'test_suite.py', line: 9, kind: 'failure' }],
  ['googletest', 'Fails', { file: 'suite.cpp', line: 6 }],
  ['junit5', 'raises', { classname: 'demo.UnitTest', message: expect.stringContaining('at demo.UnitTest.raises(UnitTest.java:') }],
])('failing cases of %s carry what is needed to find them', async (run, name, facts) => {
  const { failing } = await read(run);
  expect(failing.find((each) => each.name === name)).toMatchObject(facts);
});
