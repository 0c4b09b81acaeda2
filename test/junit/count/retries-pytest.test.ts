import { expect, test } from 'vitest';
import type { TestResults } from '../../../src/results/index.ts';
import { readText, wordsOf } from '../support.ts';

const pass = '<testcase classname="c" name="a"/>';
const failure = '<testcase classname="c" name="a"><failure/></testcase>';
const error = '<testcase classname="c" name="a"><error/></testcase>';
const skip = '<testcase classname="c" name="a"><skipped/></testcase>';
const other = '<testcase classname="c" name="b"/>';

const merged = (inside: string, name = 'pytest'): Promise<TestResults> =>
  readText(`<testsuites><testsuite name="${name}">${inside}</testsuite></testsuites>`, { mergeRetries: 'last' });

test.each([
  ['the last one passes', pass + pass + pass, 'pytest: 1', { flaky: 1, retried: 2 }],
  ['the last one fails', pass + pass + failure, 'pytest: 1, 1 f', { flaky: 0, retried: 2 }],
  ['the last one fails, and so does its teardown', pass + failure + error, 'pytest: 1, 1 e', { flaky: 0, retried: 2 }],
  ['the last one is skipped', pass + skip, 'pytest: 1, 1 s', { flaky: 0, retried: 1 }],
  ['others ran at the same time', pass + other + pass, 'pytest: 2', { flaky: 1, retried: 1 }],
  ['there is one alone', pass + other, 'pytest: 2', { flaky: 0, retried: 0 }],
])('cases of one name are attempts of one test to pytest: %s', async (_what, inside, row, totals) => {
  const evidence = await merged(inside);
  expect(wordsOf(evidence)).toEqual([row]);
  expect(evidence.totals).toMatchObject(totals);
});

test('a suite of pytest is known by the list around as well', async () => {
  const list = `<testsuites name="pytest tests"><testsuite name="own name">${pass}${pass}</testsuite></testsuites>`;
  expect(wordsOf(await readText(list, { mergeRetries: 'last' }))).toEqual(['own name: 1']);
});

test('in no other suite are cases that passed attempts of one test, and nowhere unless that is asked for', async () => {
  expect(wordsOf(await merged(pass + pass, 'other'))).toEqual(['other: 2']);
  expect(wordsOf(await readText(`<testsuite name="pytest">${pass}${pass}</testsuite>`))).toEqual(['pytest: 2']);
});

test('what a suite that is over kept is free again', async () => {
  const many = Array.from({ length: 2100 }, (_, index) => `<testcase name="${String(index).padStart(4090, '0')}"/>`).join('');
  const suites = `<testsuite name="pytest">${many}</testsuite><testsuite name="pytest">${pass}${pass}</testsuite>`;
  const evidence = await readText(`<testsuites>${suites}</testsuites>`, { mergeRetries: 'last' });
  expect(wordsOf(evidence)).toEqual(['pytest: 2100', 'pytest: 1']);
});

test('what was joined is named, and each flaky test once', async () => {
  const { flaky, warnings } = await merged(pass + pass + pass);
  expect(flaky).toMatchObject([{ suite: 'pytest', name: 'a', classname: 'c' }]);
  expect(warnings).toMatchObject([{ code: 'retries-merged', message: expect.stringContaining('("a")') }]);
});
