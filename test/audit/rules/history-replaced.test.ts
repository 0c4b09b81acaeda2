import { expect, test } from 'vitest';
import { historyReplaced } from '../../../src/audit/rules/history.ts';
import { header, judged, previousOf } from '../judge/judged.ts';
import { sha } from '../reviews/pull.ts';

const period = { since: header.period.until, until: '2026-11-10T00:00:00Z', sinceSha: null, by: 'last-audit' } as const;
const branch = { name: 'main', tip: sha('t'), after: sha('a') };
const at = { basis: 'git', period, at: '2026-11-10T00:00:00Z' } as const;

async function outcome(more: object): Promise<readonly string[]> {
  const { findings, rules } = await judged({ lines: [], header: { ...at, branches: [{ ...branch, ...more }] } });
  const own = findings.filter(({ rule }) => rule === historyReplaced.name).map(({ message }) => message);
  return own.length > 0 ? own : [rules.find(({ rule }) => rule === historyReplaced.name)?.result ?? ''];
}

test('a branch that holds what the last complete audit ended with passes; without such an audit there is nothing to test', async () => {
  expect(await outcome({})).toEqual(['tested']);
  expect(await outcome({ after: undefined })).toEqual(['not applicable']);
});

test('a branch that lost commits is found, with their number, and so is one of which nobody can tell what it lost', async () => {
  const begin =
    'main does not hold aaaaaaa, which the last complete audit ended with: it was moved by force, and git does not tell who did it, or when.';
  expect(await outcome({ lost: [sha('a'), sha('b')] })).toEqual([`${begin} 2 commits were taken away: aaaaaaa and bbbbbbb.`]);
  expect(await outcome({ lost: null })).toEqual([
    `${begin} The clone does not have it, so that nobody can tell what was taken away, and which commits of an older date came in its place.`,
  ]);
});

test('the finding stays in the next audit, which begins later', async () => {
  const first = await judged({ lines: [], header: { ...at, branches: [{ ...branch, lost: [sha('a')] }] } });
  const next = { since: period.until, until: '2026-11-17T00:00:00Z', sinceSha: null, by: 'last-audit' } as const;
  const header = { ...at, period: next, at: next.until, branches: [branch] };
  const { findings } = await judged({ lines: [], header, previous: previousOf(first) });
  expect(findings.filter(({ rule }) => rule === historyReplaced.name).map(({ carried, status }) => [status, carried])).toEqual([
    ['open', true],
  ]);
});
