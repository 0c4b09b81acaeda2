import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headlineOf } from '../../../src/junit/count/failing.ts';
import { readText } from '../support.ts';

test.each([
  ['the message comes first', 'assert 1 == 2', 'def test_a():\n>   assert 1 == 2', 'assert 1 == 2'],
  ['without a message the body tells', '', 'expected 1\nto be 2', 'expected 1'],
  [
    'a line that ends with a colon goes on',
    'Expected values to be strictly equal:\n\n1 !== 2\n',
    '',
    'Expected values to be strictly equal: 1 !== 2',
  ],
  ['a word that only says failed is none', 'Failed', '=== RUN   TestA\n    a_test.go:4: no\n--- FAIL: TestA (0.00s)\n', 'a_test.go:4: no'],
  ['nor is one of more words', 'test failed', 'Error: no', 'Error: no'],
  [
    'the name of a class alone is none',
    'java.lang.IllegalStateException',
    'at demo.A.b(A.java:3)\nCaused by: no setup',
    'Caused by: no setup',
  ],
  [
    'a name with a namespace of PHP is none either',
    'PHPUnit\\Framework\\ExpectationFailedException',
    'ATest::testFails\nFailed asserting that 1 matches 2.',
    'Failed asserting that 1 matches 2.',
  ],
  ['what node:test wraps is shown', '', "[Error [ERR_TEST_FAILURE]: 1 == 2] {\n  code: 'ERR_TEST_FAILURE'", '1 == 2'],
  [
    'what pytest marks is what failed',
    '',
    'def test_a():\n    x = 1\n>       assert x == 2\nE       assert 1 == 2\n\na.py:3: AssertionError',
    'assert 1 == 2',
  ],
  [
    'a stack of Python ends with what failed',
    '',
    'Traceback (most recent call last):\n  File "a.py", line 3, in test\nAssertionError: 1 != 2',
    'AssertionError: 1 != 2',
  ],
  [
    'a panic of Rust has it in the next line',
    "thread 'a::b' panicked at src/a.rs:4:5:",
    "thread 'a::b' panicked at src/a.rs:4:5:\nassertion `left == right` failed",
    'assertion `left == right` failed',
  ],
  ['a place alone is none', 'suite.cpp:7\nExpected equality of these values:\n  1\n  2', '', 'Expected equality of these values: 1'],
  [
    'the name of the test behind its place is none',
    'suite.spec.js:4:1 name',
    '[chromium] › suite.spec.js:4:1 › name ────\n\nError: no',
    'Error: no',
  ],
  ['the name of the test alone is none', 'name', 'because', 'because'],
  ['with nothing else the first line stands', 'Failed', '', 'Failed'],
  ['carriage returns end lines', 'Failed\r\nno', '', 'no'],
  ['nothing is empty', '', ' \n ', ''],
])('%s', (_what, message, body, headline) => {
  expect(headlineOf(message, body, 'name')).toBe(headline);
});

test('it is cut', () => {
  expect(headlineOf('x'.repeat(500), '', '')).toBe(`${'x'.repeat(299)}…`);
});

test.each([
  ['pytest-xunit2', ['assert 1 == 2']],
  ['node-test', ['Expected values to be strictly equal: 1 !== 2']],
  ['go', ['suite_test.go:10: 1 is not 2']],
  ['junit5/target/surefire-reports/TEST-demo.UnitTest', ['expected: <1> but was: <2>', 'unexpected']],
  ['jest', ['Error: expect(received).toBe(expected) // Object.is equality']],
  ['mocha-xunit', ['Expected values to be strictly equal: 1 !== 2']],
  ['unittest', ['1 != 2']],
  ['phpunit', ['Failed asserting that 2 is identical to 1.']],
  ['rspec', ['unexpected']],
  ['playwright', ['Error: expect(received).toBe(expected) // Object.is equality']],
])('of the results of %s', async (framework, headlines) => {
  const path = framework.includes('/') ? `${framework}.xml` : `${framework}/junit.xml`;
  const { failing } = await readText(readFileSync(new URL(`../../fixtures/frameworks/results/${path}`, import.meta.url), 'utf8'));
  expect(failing.map(({ headline }) => headline)).toEqual(expect.arrayContaining(headlines));
});
