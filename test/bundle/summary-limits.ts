import { expect } from 'vitest';
import type { ActionRun } from '../support/runner/index.ts';

/** A results file of so many suites, each with a long name and a failure. */
export function failingSuites(count: number): string {
  const suites = Array.from({ length: count }, (_, index) => {
    const name = `${'a suite with a long name '.repeat(10)}${index}`;
    return `<testsuite name="${name}"><testcase classname="c" name="${name}"><failure message="${name}">${name}</failure></testcase></testsuite>`;
  });
  return `<testsuites>${suites.join('\n')}</testsuites>`;
}

/** The summary and the log stay within what GitHub shows, and say what they leave out. */
export function expectWithinLimits(run: ActionRun): void {
  expect(run.summaryDropped).toBe(false);
  expect(Buffer.byteLength(run.summary)).toBeGreaterThan(10_000);
  expect(Buffer.byteLength(run.summary)).toBeLessThanOrEqual(1024 * 1024);
  expect(run.summary.match(/<details/g)?.length).toBe(run.summary.match(/<\/details>/g)?.length);
  expect(run.rawStdout.match(/^::(?:error|warning|notice)/gm)).toHaveLength(10);
  // Faults of the whole come before each test that failed.
  expect(run.annotations[0]?.title).toBe(run.outputs['verdict'] === 'unusable' ? 'Unusable evidence' : 'Not compliant');
  expect(run.rawStdout).toMatch(/^\d+ more are in the fold above; what failed is in the job summary$/m);
  expect(Buffer.byteLength(run.rawStdout)).toBeLessThan(4 * 1024 * 1024);
}
