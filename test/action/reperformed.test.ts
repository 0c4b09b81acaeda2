import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { outputsOf } from '../../src/action/outputs.ts';
import { present } from '../../src/action/present.ts';
import { reperformed } from '../commands/audit/reperformed.ts';
import { printed } from '../github/printed.ts';

test.each([
  ['audited', 'false'],
  ['non-compliant', 'true'],
  ['incomplete', 'true'],
  ['unknown', 'true'],
] as const)('an audit that was performed again has the outputs of its verdict: %s', (ending, fails) => {
  expect(outputsOf(reperformed({ ending }))).toMatchObject({ verdict: ending, compliant: 'false', 'would-fail': fails });
});

test('its differences are in the log and in the summary of the job', () => {
  const folder = mkdtempSync(join(tmpdir(), 'summary-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const gap = { what: 'tags', why: 'a 403', fix: 'Give a token', counts: true };
  const result = reperformed({ ending: 'unknown', notCompared: [gap] });
  const file = join(folder, 'summary.md');
  const written = printed((printer) => expect(present(result, printer, { mode: 'full', file })).toBe(true));
  expect(written).toContain('::group::Could not be compared');
  expect(written).toContain('tags: a 403');
  expect(readFileSync(file, 'utf8')).toContain('### Could not be compared');
});
