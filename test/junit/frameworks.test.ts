import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readJunit } from '../../src/junit/index.ts';
import { wordsOf } from './support.ts';

// What real frameworks wrote about the suites in test/fixtures/frameworks. The rows are worked out from what each suite
// does: f failed, e in error, s skipped.
const expected: Readonly<Record<string, readonly string[]>> = {
  // Top level: passes, fails f, skipped s, todo s, odd name, timeout f, and the file that does not load f.
  'node-test': ['out.xml: 7, 3 f, 2 s', 'outer: 4, 1 f', 'setup fails: 1, 1 f'],
  // passes, fails f, throws f, skipped s, todo s, odd name, three numbers 1 f, inside, no setup f, timeout f, second attempt.
  vitest: ['does-not-load.spec.mjs: 1, 1 f', 'suite.spec.mjs: 13, 5 f, 2 s'],
  // The same but for the second attempt; a todo is written as passed; the file that does not load leaves no trace.
  jest: ['undefined: 12, 5 f, 1 s'],
  // Skipped tests and todos are not written. passes, fails f, throws f, odd name, three numbers 1 f, timeout f.
  mocha: ['Root Suite: 1', 'unit: 8, 4 f', 'inner: 1', 'setup fails: 1, 1 f'],
  // All in one suite, with skipped s, todo s and the hook f.
  'mocha-xunit': ['Mocha Tests: 13, 5 f, 2 s'],
  // passes, fails f, throws f, skipped s, fixme s, odd name, three numbers 1 f, inside, no setup f, timeout f, second attempt.
  playwright: ['suite.spec.js: 13, 5 f, 2 s'],
  // 13 tests and the file that does not load; one that fails and has a bad teardown is told twice. Failed: fails, raises,
  // passes against expectation, 2 is not odd, fails with a bad teardown. In error: no setup, two teardowns, the file.
  'pytest-xunit1': ['pytest: 16, 5 f, 4 e, 2 s'],
  'pytest-xunit2': ['pytest: 16, 5 f, 4 e, 2 s'],
  // Unit: passes, fails f, raises e, skipped s, expected failure s, and of the subtests the one that fails f.
  unittest: [
    'test_suite.Other: 1',
    'test_suite.Unit: 6, 2 f, 1 e, 2 s',
    'unittest.loader._FailedTest: 1, 1 e',
    'unittest.suite._ErrorHolder: 1, 1 e',
  ],
  // A package without tests has no name. Tests and their subtests are test cases alike: passes, fails f, panics f,
  // skipped s, IsOdd f with three of which one f, OddNames with one.
  go: ['out.xml: 0', 'example.com/demo/broken: 1, 1 f', 'example.com/demo/unit: 10, 4 f, 1 s'],
  // passes, fails f, raises e, skipped s, three numbers 1 f, odd name, timeout e, second attempt. Hooks count once.
  junit5: [
    'demo.BrokenClassTest: 1, 1 e',
    'demo.BrokenSetupTest: 1, 1 e',
    'demo.NestedTest$Inner: 1',
    'demo.NestedTest: 0',
    'demo.UnitTest: 10, 2 f, 2 e, 1 s',
  ],
  // passes, fails f, raises f, skipped s, three numbers 1 f, timeout f, depends on the failed one s.
  testng: ['demo.UnitTest: 9, 4 f, 2 s'],
  // passes, fails f (two expectations), throws f, skipped s, disabled s; no setup f; three numbers 1 f.
  googletest: ['Unit: 5, 2 f, 2 s', 'BrokenSetup: 1, 1 f', 'Numbers/Odd: 3, 1 f'],
  // Sections are cases. passes, fails f (two checks), throws e, one section passes and one f, may fail f, 2 is not odd f.
  catch2: ['suite: 7, 4 f, 1 e'],
  // passes, fails f, throws e, skipped s, incomplete s, asserts nothing e (PHPUnit's own word), three numbers 1 f; no setup e.
  phpunit: ['/work: 10, 2 f, 3 e, 2 s'],
  // passes, fails f, raises f, skipped s, no body s, pending s, pending but passes f, odd name, three numbers 1 f, inside,
  // no setup f.
  rspec: ['rspec: 13, 5 f, 3 s'],
  // passes, fails f, skipped s, odd name f; no setup f.
  bats: ['./broken-setup.bats: 1, 1 f', './suite.bats: 4, 2 f, 1 s'],
  // passes, fails f, odd name, skipped s, disabled s, timeout f, cannot start (CTest writes s), fails as expected.
  ctest: ['(empty): 8, 2 f, 3 s'],
};

const results = fileURLToPath(new URL('../fixtures/frameworks/results/', import.meta.url));

test.each(Object.entries(expected))('%s is counted as its suite does', async (name, rows) => {
  const evidence = await readJunit([`${name}/*.xml`], { workspace: results });
  expect(evidence.problems).toEqual([]);
  // unittest-xml-reporting adds the moment to the names of suites.
  expect(wordsOf(evidence).map((words) => words.replace(/-\d{14}:/, ':'))).toEqual(rows);
});

test('a test that Surefire ran again until it passed is flaky', async () => {
  const { totals } = await readJunit(['junit5/*.xml'], { workspace: results });
  expect(totals).toMatchObject({ total: 13, passed: 6, flaky: 1 });
});

test('failing cases of frameworks carry what is needed to find them', async () => {
  const { failing } = await readJunit(['pytest-xunit1/*.xml', 'googletest/*.xml', 'junit5/*.xml'], { workspace: results });
  const of = (name: string): object | undefined => failing.find((each) => each.name === name);
  expect(of('test_fails')).toMatchObject({ file: 'test_suite.py', line: 7, kind: 'failure' });
  expect(of('Fails')).toMatchObject({ file: 'suite.cpp', line: 6 });
  expect(of('raises')).toMatchObject({
    classname: 'demo.UnitTest',
    message: expect.stringContaining('at demo.UnitTest.raises(UnitTest.java:'),
  });
});
