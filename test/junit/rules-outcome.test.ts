import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTestResults } from '../../src/commands/results/read-results.ts';
import { codesOf, readRule, ruleFixtures, warningsOf, wordsOf, workspaceOf } from './support.ts';

test('rule 9: every way to say that a test did not run is skipped', async () => {
  const evidence = await readRule('09-skipped.xml');
  expect(wordsOf(evidence)).toEqual(['s: 9, 7 s']);
  expect(evidence.totals.passed).toBe(2);
});

test('rule 9: a test case that is red only in its status is red', async () => {
  const evidence = await readRule('09-status-only.xml');
  expect(wordsOf(evidence)).toEqual(['s: 3, 1 f, 1 e']);
  expect(warningsOf(evidence)).toEqual(['status-only']);
});

test('rule 10: error before failure before skipped, but todo before all', async () => {
  expect(wordsOf(await readRule('10-order.xml'))).toEqual(['s: 4, 2 f, 1 e, 1 s']);
});

test('rule 11: several failures in one test case count once', async () => {
  expect(wordsOf(await readRule('11-several.xml'))).toEqual(['s: 3, 1 f, 2 e']);
});

test('rule 12: reruns add nothing to the failure', async () => {
  expect(wordsOf(await readRule('12-reruns.xml'))).toEqual(['s: 2, 1 f']);
  expect(wordsOf(await readRule('12-rerun-alone.xml'))).toEqual(['s: 1, 1 f']);
});

test('rule 13: a flaky test passed, and is told as flaky', async () => {
  const evidence = await readRule('13-flaky.xml');
  expect(wordsOf(evidence)).toEqual(['s: 3']);
  expect(evidence.totals).toMatchObject({ passed: 3, flaky: 2 });
  expect(evidence.suites).toMatchObject([{ name: 's', flaky: 2, passed: 3, file: '13-flaky.xml' }]);
});

test('rule 14: retries are counted as they are written', async () => {
  const evidence = await readRule('14-retries.xml');
  expect(wordsOf(evidence)).toEqual(['s: 9, 3 f, 2 e']);
  expect(evidence.totals.retried).toBe(0);
  expect(evidence.failing).toHaveLength(5);
});

test('rule 14: merged, the last attempt decides, and only a failed attempt can have been retried', async () => {
  const evidence = await readRule('14-retries.xml', { mergeRetries: 'last' });
  expect(wordsOf(evidence)).toEqual(['s: 6, 1 f, 1 e']);
  expect(evidence.totals).toMatchObject({ total: 6, passed: 4, flaky: 1, retried: 3, duration: 7 });
  expect(evidence.failing.map((each) => [each.name, each.kind, each.message])).toEqual([
    ['never passes', 'error', 'last'],
    ['passed, then failed', 'failure', ''],
  ]);
  expect(warningsOf(evidence)).toContain('retries-merged');
});

test('rule 14: different tests are never merged', async () => {
  const literal = await readRule('14-not-retries.xml');
  const merged = await readRule('14-not-retries.xml', { mergeRetries: 'last' });
  expect(merged.totals).toEqual(literal.totals);
  expect(wordsOf(merged)).toEqual(['twin: 9, 4 f, 1 s', 'twin: 1']);
});

test('rule 15: pytest tells a failure and the error of its teardown as two test cases', async () => {
  expect(wordsOf(await readRule('15-pytest-teardown.xml'))).toEqual(['pytest: 3, 1 f, 2 e']);
});

test('rule 16: rows of the same name stay apart', async () => {
  expect(wordsOf(await readRule('16-same-names.xml'))).toEqual(['same: 1', 'same: 1, 1 f']);
});

test('rule 16: the same bytes twice are counted twice and pointed out', async () => {
  const content = readFileSync(join(ruleFixtures, '16-same-names.xml'));
  const workspace = workspaceOf({ 'a.xml': content, 'b/a.xml': content });
  const evidence = await readTestResults(['**/*.xml'], { workspace });
  expect(evidence.rows).toHaveLength(4);
  expect(codesOf(evidence.warnings)).toEqual(['same-bytes']);
  expect(evidence.files[0]?.sha256).toBe(evidence.files[1]?.sha256);
});

test('rule 17: a suite without a name is called by its file', async () => {
  const evidence = await readRule('17-unnamed.xml');
  expect(wordsOf(evidence)).toEqual(['17-unnamed.xml: 1', '17-unnamed.xml: 1']);
  expect(evidence.warnings).toMatchObject([{ code: 'unnamed-suite', line: 3, column: 3 }]);
});
