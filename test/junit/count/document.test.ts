import { expect, test } from 'vitest';
import { codesOf, readText, wordsOf } from '../support.ts';

test('elements in another case are believed where one of their suites fails', async () => {
  const two = (inside: string): string =>
    `<TestSuites><TestSuite name="a"><TestCase>${inside}</TestCase></TestSuite><TestSuite name="b"><TestCase/></TestSuite></TestSuites>`;
  expect(wordsOf(await readText(two('<Failure/>')))).toEqual(['a: 1, 1 f', 'b: 1']);
  expect(wordsOf(await readText(two('<Error/>')))).toEqual(['a: 1, 1 e', 'b: 1']);
  expect(codesOf((await readText(two(''))).problems)).toEqual(['not-junit']);
});

test.each(['<testsuite/>', '<testsuites/>', '<testsuites><testsuite/></testsuites>'])('%s is JUnit without tests', async (document) => {
  expect(codesOf((await readText(document)).problems)).toEqual(['no-tests']);
});

test('suites without tests in something else are none', async () => {
  expect(codesOf((await readText('<phpunit><testsuites><testsuite name="unit"/></testsuites></phpunit>')).problems)).toEqual(['not-junit']);
});

test('what begins like XML and ends early may have been JUnit, and anything else is another format', async () => {
  expect(codesOf((await readText('<testsu')).problems)).toEqual(['broken-file']);
  expect(codesOf((await readText(' \n<?xml version="1.0"?>')).problems)).toEqual(['broken-file']);
  expect(codesOf((await readText('words')).problems)).toEqual(['not-junit']);
  expect(codesOf((await readText('<project><a></project>')).problems)).toEqual(['not-junit']);
  expect(codesOf((await readText('<TestCase><a></TestCase>')).problems)).toEqual(['broken-file']);
});
