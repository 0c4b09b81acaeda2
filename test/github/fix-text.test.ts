import { expect, test } from 'vitest';
import { renderEnding, renderSummary } from '../../src/github/index.ts';
import { facts } from './facts.ts';

const fix = 'Give the step `id: tests`';
const shown = 'Give the step <code>id: tests</code>\n';

test('a fix of a reason shows as code what it has between backticks', () => {
  const { verdict } = facts();
  const reasons = verdict.reasons.map((reason) => ({ ...reason, fix }));
  expect(renderSummary(facts({ verdict: { ...verdict, reasons } }))).toContain(`  ${shown}`);
});

test('so does the fix of what stopped a run', () => {
  expect(renderEnding('Input x is empty', fix)).toContain(`\n\n${shown}`);
});
