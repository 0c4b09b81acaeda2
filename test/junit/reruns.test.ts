import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readTestResults } from '../../src/commands/results/read-results.ts';
import type { TestResults, ReadingOptions } from '../../src/results/index.ts';
import { readText, warningsOf, wordsOf } from './support.ts';

// The files of real frameworks for tests that passed when they ran again: see the README there.
const reruns = fileURLToPath(new URL('../fixtures/junit/reruns/', import.meta.url));

function read(name: string, options: ReadingOptions = {}): Promise<TestResults> {
  return readTestResults([`${name}.xml`], { workspace: reruns, ...options });
}

test.each(['outermost', 'leaf'] as const)(
  'rule 14: a retry that merge-retries joined does not accuse through the counts of gotestsum (%s)',
  async (granularity) => {
    const literal = await read('gotestsum-rerun-fails', { granularity });
    expect(wordsOf(literal)).toEqual(['example.com/demo: 9, 3 f, 1 s']);
    const merged = await read('gotestsum-rerun-fails', { granularity, mergeRetries: 'last' });
    expect(wordsOf(merged)).toEqual(['example.com/demo: 6, 1 s']);
    expect(merged.totals).toMatchObject({ passed: 5, flaky: 3, retried: 3 });
    expect(merged.failing).toEqual([]);
    expect(warningsOf(merged)).toEqual(['retries-merged']);
  },
);

test('rule 14: one failure more than the retries that were joined accuses', async () => {
  const retried = '<testcase name="a"><failure/></testcase><testcase name="a"/>';
  const suite = (failures: number): string =>
    `<testsuites failures="${failures}"><testsuite name="s" failures="${failures}">${retried}</testsuite></testsuites>`;
  expect(wordsOf(await readText(suite(1), { mergeRetries: 'last' }))).toEqual(['s: 1']);
  const more = await readText(suite(2), { mergeRetries: 'last' });
  expect(wordsOf(more)).toEqual(['s: 2, 2 f']);
  expect(warningsOf(more)).toEqual(['retries-merged', 'attributes-red']);
});

test('pytest-rerunfailures writes a rerun as a test case that passed; joined, it is one flaky test', async () => {
  expect(wordsOf(await read('pytest-rerunfailures'))).toEqual(['pytest: 6, 1 s']);
  const merged = await read('pytest-rerunfailures', { mergeRetries: 'last' });
  expect(wordsOf(merged)).toEqual(['pytest: 4, 1 s']);
  expect(merged.totals).toMatchObject({ passed: 3, flaky: 2, retried: 2 });
  expect(merged.flaky.map(({ name }) => name)).toEqual(['test_flaky', 'test_setup']);
  expect(warningsOf(merged)).toEqual(['retries-merged']);
});

test('Surefire’s flaky tests passed, and its reruns of a test that never passed are one failure', async () => {
  for (const mergeRetries of ['none', 'last'] as const) {
    const flaky = await read('surefire-rerun-passes', { mergeRetries });
    expect(wordsOf(flaky)).toEqual(['demo.FlakyTest: 5, 2 s']);
    expect(flaky.totals.flaky).toBe(2);
    expect(wordsOf(await read('surefire-rerun-fails', { mergeRetries }))).toEqual(['demo.AlwaysTest: 2, 1 f']);
  }
});

test('a todo of node:test that fails is skipped, though the suite counts it among its failures', async () => {
  const evidence = await read('node-test-todo');
  expect(wordsOf(evidence)).toEqual(['outer: 2, 1 s', 'top: 2, 1 s']);
  expect(warningsOf(evidence)).toEqual([]);
});
