import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { resultJson } from '../../src/cli/show-result.ts';
import { readTestResults } from '../../src/commands/results/read-results.ts';

test('the tests that failed, and those that passed after a failed attempt, are told to machines', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'counted-'));
  onTestFinished(() => rmSync(workspace, { recursive: true }));
  const cases =
    '<testcase name="adds"><failure message="expected 2">to be 3</failure></testcase><testcase name="loads"><flakyFailure message="late"/></testcase>';
  writeFileSync(join(workspace, 'results.xml'), `<testsuite name="sums">${cases}<testcase name="works"/></testsuite>`);
  const json = resultJson({ kind: 'counted', evidence: await readTestResults(['results.xml'], { workspace }) });
  expect(json).toMatchObject({
    totals: { total: 3, failures: 1, flaky: 1, passed: 2 },
    failing: [{ suite: 'sums', name: 'adds', kind: 'failure', headline: 'expected 2', source: 'results.xml' }],
    flaky: [{ suite: 'sums', name: 'loads', source: 'results.xml' }],
  });
});
