import { expect, it } from 'vitest';
import type { Untold } from '../../../src/audit/facts/line.ts';
import { outcomeOf } from '../../../src/audit/reports/numbers.ts';
import { judged, landed, previousOf } from './judged.ts';

const untold = (more: Partial<Untold>): Untold => ({ kind: 'untold', source: 'log', why: 'why', fix: 'fix', ...more });
const lackOf = ({ rules }: Awaited<ReturnType<typeof judged>>, name: string) => rules.find(({ rule }) => rule === name)?.lack;

it('lacks an audit before in a first audit, and an answer where there was one that nobody can read', async () => {
  const first = await judged({ lines: [landed()] });
  expect(lackOf(first, 'audit-gap')).toBe('before');
  expect(lackOf(await judged({ lines: [landed()], previous: previousOf(first) }), 'audit-gap')).toBe(null);
  expect(lackOf(await judged({ lines: [landed(), untold({ source: 'previous' })] }), 'audit-gap')).toBe('answer');
});

it('lacks a kept head where nobody asked for the log, and an answer where the log was refused', async () => {
  expect(lackOf(await judged({ lines: [landed(), untold({ unasked: true })] }), 'record-altered')).toBe('head');
  expect(lackOf(await judged({ lines: [landed(), untold({})] }), 'record-altered')).toBe('answer');
});

it('counts as not tested what lacked an answer, and nothing that nobody asked for', async () => {
  const untestedIn = async (...gaps: readonly Untold[]): Promise<readonly string[]> =>
    (await judged({ lines: [landed(), ...gaps] })).rules.filter(({ lack }) => lack === 'answer').map(({ rule }) => rule);
  const [unasked, refused] = [await untestedIn(untold({ unasked: true })), await untestedIn(untold({}))];
  expect(refused.filter((rule) => !unasked.includes(rule))).toEqual(['record-altered']);
  const whole = await judged({ lines: [landed(), untold({ unasked: true })] });
  expect(outcomeOf(whole).text).not.toContain('record-altered');
});

it('asks the service alone about approvals of artifacts, and GitHub for nothing of them', async () => {
  const alone = (['landings', 'pull-requests', 'deployments', 'releases'] as const).map((source) => untold({ source, why: 'No token' }));
  const { rules } = await judged({ lines: [landed(), ...alone] });
  const names = ['approval-by-author', 'approval-missing', 'approval-older-than-artifact', 'approval-pending'];
  const results = Object.fromEntries(rules.map(({ result, rule }) => [rule, result]));
  expect(names.map((name) => results[name])).toEqual(names.map(() => 'not applicable'));
});
