import { expect, it } from 'vitest';
import type { BranchRules } from '../../../../src/audit/facts/check.ts';
import type { Line } from '../../../../src/audit/facts/line.ts';
import { firstPage } from '../../../../src/audit/reports/first-page/first-page.ts';
import { file, of, run, suite } from '../../judge/checked.ts';
import { auditFile, judged, landed } from '../../judge/judged.ts';
import { at, sha } from '../../reviews/pull.ts';

/* The answers of the first page where GitHub's checks are the evidence. */

const rules = (more: Partial<BranchRules>): BranchRules => ({
  kind: 'branch-rules',
  branch: 'main',
  rules: [{ type: 'required_status_checks', ruleset: '5', checks: [{ name: 'unit', app: null }], workflows: [], strict: false }],
  rulesets: [{ id: '5', name: 'gate', source: 'acme/shop', changedAt: '2026-10-01T00:00:00Z', bypass: [] }],
  classic: [],
  ...more,
});

async function answersTo(...lines: readonly Line[]): Promise<readonly string[]> {
  const green = of('t', [suite([run('success', '11:00')])]);
  const audit = await judged({
    lines: [auditFile(file), ...lines, landed({ file: 'the file', checks: [green] })],
    header: { file: 'the file', service: null, evidence: 'github' },
  });
  const { parts } = await firstPage(audit);
  const rows = parts.flatMap((part) => (part.kind === 'table' && part.id === 'answers' ? part.rows : []));
  const texts = rows.map(([, answer = [], how = []]) =>
    [answer, how].map((words) => words.map((piece) => (typeof piece === 'string' ? piece : 'text' in piece ? piece.text : '')).join('')),
  );
  for (const both of texts) expect(both.join(' ').split(/\s+/).length).toBeLessThanOrEqual(75);
  return texts.map(([answer = '']) => answer);
}

const bypass = { id: '9', at: at('12:00'), by: null, after: sha('t'), rules: [] };

it.each<readonly [string, readonly Line[], string, string]>([
  [
    'no list has anybody',
    [rules({ bypasses: { since: at('00:00'), found: [] } })],
    'Nothing, as far as GitHub tells:',
    'Nobody is on the list',
  ],
  [
    'somebody did',
    [rules({ bypasses: { since: at('00:00'), found: [bypass] } })],
    '1 change got past a rule of the branch by a bypass: rule-bypassed.',
    'Nobody is on the list',
  ],
  [
    'somebody may',
    [rules({ rulesets: [{ id: '5', name: 'gate', source: 'acme/shop', changedAt: null, bypass: ['Team 7 always'] }] })],
    'Not known everywhere:',
    'By a ruleset: Team 7 always.',
  ],
  [
    'the list is not visible',
    [rules({ rulesets: [{ id: '5', name: 'gate', source: 'acme/shop', changedAt: null, bypass: null }] })],
    'Not known everywhere:',
    'Not known: this token does not see who may bypass',
  ],
  [
    'nothing is required',
    [rules({ rules: [] })],
    'Not known everywhere:',
    'Everybody who can merge or push: no rule of main requires a check.',
  ],
  ['the rules were not read', [], 'Not known everywhere:', 'Not known: '],
  [
    'bypasses were not told',
    [rules({ bypasses: { since: null, why: 'the token lacks a right', found: [] } })],
    'Not known everywhere: the token lacks a right.',
    'Nobody is on the list',
  ],
])('where %s, it says who got round the rules and who could have', async (_, lines, overridden, could) => {
  const answers = await answersTo(...lines);
  expect(answers).toHaveLength(8);
  expect(answers[3]).toContain(overridden);
  expect(answers[6]).toContain(could);
});
