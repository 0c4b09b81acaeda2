import { expect, test } from 'vitest';
import { outputsOf } from '../../src/action/outputs.ts';
import { pageOf } from '../../src/action/present.ts';
import { exitCodeOf, type Viewed } from '../../src/commands/index.ts';
import { logOf } from '../github/printed.ts';

const step: Viewed = {
  kind: 'viewed',
  command: 'audit-merge',
  ending: 'audited',
  fails: false,
  view: { lines: ['acme/app: in scope, audited'], summary: '## Audit\n' },
  outputs: { findings: '0' },
  json: {},
};
const hole = { what: 'acme/app', why: 'nobody sees it', fix: 'Install the App on it' };

test.each([
  ['audited', false, 0],
  ['not-applicable', false, 0],
  ['planned', false, 0],
  ['collected', false, 0],
  ['non-compliant', true, 1],
  ['non-compliant', false, 0],
  ['unknown', true, 3],
] as const)('a step that ended %s and fails: %s has the exit code %i', (ending, fails, code) => {
  expect(exitCodeOf({ ...step, ending, fails })).toBe(code);
  expect(outputsOf({ ...step, ending, fails })).toMatchObject({
    verdict: ending,
    'would-fail': String(fails),
    compliant: 'false',
    findings: '0',
  });
});

test('a plan hands its shards and its digest on', () => {
  expect(outputsOf({ ...step, ending: 'planned', outputs: { shards: '[0,1]', 'plan-digest': 'ab' } })).toMatchObject({
    shards: '[0,1]',
    'plan-digest': 'ab',
  });
  expect(outputsOf(step)).toMatchObject({ shards: '', 'plan-digest': '' });
});

test('all that is missing is annotated with its fix, and told as a reason', () => {
  const holes = [hole, ...Array.from({ length: 7 }, () => hole)];
  const result = { ...step, ending: 'unknown', fails: true, view: { ...step.view, holes } } as const;
  const log = logOf(result);
  expect(log.match(/::error title=Unknown::Missing: acme\/app: nobody sees it%0AInstall the App on it/g)).toHaveLength(5);
  expect(log).toContain('::group::3 more missing');
  expect(JSON.parse(outputsOf(result).reasons)).toHaveLength(8);
  expect(pageOf(result)).toBe('## Audit\n');
});
