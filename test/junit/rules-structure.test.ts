import { expect, test } from 'vitest';
import { readRule, warningsOf, wordsOf } from './support.ts';

test('rule 1: the root may be a suite or a list of suites', async () => {
  expect(wordsOf(await readRule('01-root-suite.xml'))).toEqual(['alone: 1']);
  expect(wordsOf(await readRule('01-root-suites.xml'))).toEqual(['alone: 1']);
});

test('rule 2: nested suites are one row for each outermost suite', async () => {
  const { rows } = await readRule('02-nested.xml');
  expect(rows).toEqual([
    { name: 'outer', total: 5, failures: 2, errors: 0, skipped: 1, duration: 31 },
    { name: 'next', total: 1, failures: 0, errors: 0, skipped: 0, duration: 0 },
  ]);
});

test('rule 2: by leaf, each suite with cases of its own is a row, and the sums are the same', async () => {
  const outermost = await readRule('02-nested.xml');
  const leaf = await readRule('02-nested.xml', { granularity: 'leaf' });
  expect(wordsOf(leaf)).toEqual(['outer: 1', 'middle: 1, 1 f', 'inner: 2, 1 f, 1 s', 'last: 1', 'next: 1']);
  expect(leaf.totals).toEqual(outermost.totals);
});

test('rule 3: test cases outside of any suite are a row, before those of the suites', async () => {
  expect(wordsOf(await readRule('03-loose-cases.xml'))).toEqual(['top level: 2, 1 f', 'in a suite: 1']);
  expect(wordsOf(await readRule('03-loose-unnamed.xml'))).toEqual(['03-loose-unnamed.xml: 1, 1 f']);
  expect(wordsOf(await readRule('03-bare-case.xml'))).toEqual(['03-bare-case.xml: 1, 1 e']);
});

test('rule 4: the attributes of the root count only when it holds nothing', async () => {
  const summary = await readRule('04-suites-attributes-only.xml');
  expect(summary.rows).toEqual([{ name: 'summary', total: 7, failures: 2, errors: 1, skipped: 1, duration: 3.5 }]);
  expect(warningsOf(summary)).toEqual(['attributes-only']);
  const ignored = await readRule('04-suites-attributes-ignored.xml');
  expect(ignored.rows).toEqual([{ name: 's', total: 2, failures: 1, errors: 0, skipped: 0, duration: 1 }]);
});

test('rule 5: test cases are counted; attributes that disagree only warn', async () => {
  const disagree = await readRule('05-attributes-disagree.xml');
  expect(wordsOf(disagree)).toEqual(['s: 3, 1 f, 1 s']);
  expect(disagree.warnings).toMatchObject([
    { code: 'attributes-disagree', file: '05-attributes-disagree.xml', line: 2, column: 1, rule: 5 },
  ]);
  const missing = await readRule('05-attributes-missing.xml');
  expect(wordsOf(missing)).toEqual(['s: 2, 1 e']);
  expect(warningsOf(missing)).toEqual([]);
});

test('rule 6: a suite that is only a summary counts by its attributes', async () => {
  const { rows } = await readRule('06-summary-only.xml');
  expect(rows).toEqual([
    { name: 'summary', total: 10, failures: 2, errors: 1, skipped: 2, duration: 12.5 },
    { name: 'cases', total: 1, failures: 0, errors: 0, skipped: 0, duration: 1 },
  ]);
  const nested = await readRule('06-summary-nested.xml');
  expect(nested.rows).toEqual([{ name: 'outer', total: 12, failures: 3, errors: 0, skipped: 0, duration: 8 }]);
  expect(wordsOf(await readRule('06-summary-nested.xml', { granularity: 'leaf' }))).toEqual(['summary: 10, 3 f', 'cases: 2']);
});

test('rule 7: attributes that are red where the test cases are green make the row red', async () => {
  const red = await readRule('07-attributes-red.xml');
  expect(wordsOf(red)).toEqual(['s: 3, 1 f, 1 e']);
  expect(red.warnings).toMatchObject([{ code: 'attributes-red', line: 2, column: 1, rule: 7 }]);
  expect(red.warnings[0]?.fix).toBeDefined();
  expect((await readRule('07-attributes-red.xml', { granularity: 'leaf' })).totals).toEqual(red.totals);
});

test('rule 7: but not when flaky tests explain the attributes', async () => {
  const flaky = await readRule('07-attributes-red-flaky.xml');
  expect(wordsOf(flaky)).toEqual(['s: 2']);
  expect(flaky.totals.flaky).toBe(1);
  expect(warningsOf(flaky)).toEqual([]);
  expect(wordsOf(await readRule('07-attributes-red-more-than-flaky.xml'))).toEqual(['s: 2, 2 f']);
});

test('rule 8: a failure or error of the suite itself is one more test, red', async () => {
  const evidence = await readRule('08-suite-level.xml');
  expect(wordsOf(evidence)).toEqual(['class load: 1, 1 e', 'dubious: 3, 1 f']);
  expect(evidence.failing).toMatchObject([
    { suite: 'class load', kind: 'error', message: 'NoClassDefFoundError\nat Boot.java:1' },
    { suite: 'dubious', kind: 'failure', message: 'Dubious, test returned 9' },
  ]);
  expect(evidence.warnings).toMatchObject([{ code: 'suite-level-failure', line: 4, column: 5 }]);
});
