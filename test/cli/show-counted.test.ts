import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { showParts } from '../../src/cli/show-view.ts';
import { openTerminal } from '../../src/cli/terminal.ts';
import { showCounted } from '../../src/commands/results/junit.ts';
import { readTestResults } from '../../src/commands/results/read-results.ts';

test('the tests that failed, and those that passed after a failed attempt, are told to machines', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'counted-'));
  onTestFinished(() => rmSync(workspace, { recursive: true }));
  const cases =
    '<testcase name="adds"><failure message="expected 2">to be 3</failure></testcase><testcase name="loads"><flakyFailure message="late"/></testcase>';
  writeFileSync(join(workspace, 'results.xml'), `<testsuite name="sums">${cases}<testcase name="works"/></testsuite>`);
  const { json } = showCounted(await readTestResults(['results.xml'], { workspace }));
  expect(json).toMatchObject({
    totals: { total: 3, failures: 1, flaky: 1, passed: 2 },
    failing: [{ suite: 'sums', name: 'adds', kind: 'failure', headline: 'expected 2', source: 'results.xml' }],
    flaky: [{ suite: 'sums', name: 'loads', source: 'results.xml' }],
  });
});

test('a fix that several files share is shown once, with its lines below each other', () => {
  const lines: string[] = [];
  const terminal = { ...openTerminal(), style: (_: unknown, text: string) => text, out() {}, err: (line: string) => void lines.push(line) };
  const problem = (file: string, fix?: string) => ({ code: 'committed-file', message: `${file}: no`, file, ...(fix && { fix }) }) as const;
  const totals = { total: 0, failures: 0, errors: 0, skipped: 0, passed: 0, flaky: 0, retried: 0, duration: 0 };
  const nothing = { rows: [], files: [], totals, suites: [], failing: [], flaky: [], warnings: [], secrets: new Map() };
  const problems = [problem('a.xml', 'Paste:\n\n    git rm a.xml'), problem('b.xml', 'Paste:\n\n    git rm a.xml'), problem('c.xml')];
  showParts(showCounted({ ...nothing, problems }).parts, terminal);
  expect(lines.join('\n').split('\n')).toEqual([
    'error: a.xml: no',
    '  Paste:',
    '',
    '      git rm a.xml',
    'error: b.xml: no',
    '  The same fix as for a.xml',
    'error: c.xml: no',
  ]);
});
