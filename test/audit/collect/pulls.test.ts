import { expect, test } from 'vitest';
import type { Gaps } from '../../../src/audit/collect/gaps.ts';
import type { GitHubPort, PullsOfCommits } from '../../../src/audit/collect/port.ts';
import { openPulls } from '../../../src/audit/collect/pulls.ts';
import { pull } from '../reviews/pull.ts';

/** A GitHub that has a pull request of some number for each commit, and the questions that it was asked. */
function opened(answers: Partial<PullsOfCommits> | 'refused' | 'cut' = {}) {
  const asked: (readonly string[])[] = [];
  const gaps: Gaps = { holes: [], untold: [] };
  const port: Pick<GitHubPort, 'pullRequestsOf'> = {
    pullRequestsOf: async (shas) => {
      asked.push(shas);
      if (answers === 'refused') return { kind: 'refused', why: 'It may not', fix: 'Let it' };
      const numbers = shas.map((sha) => Number(sha));
      const items = [
        {
          pulls: numbers.map((number) => pull({ number })),
          of: new Map(shas.map((sha, index) => [sha, numbers.slice(index, index + 1)])),
          cut: new Map(),
        },
      ];
      if (answers === 'cut') return { kind: 'cut', items, why: 'There are more', fix: 'Wait' };
      return { kind: 'whole', items: items.map((item) => ({ ...item, ...answers })) };
    },
  };
  return { asked, gaps, known: openPulls(Object(port), gaps) };
}

test('a commit is asked about once', async () => {
  const { asked, known } = opened({ signedByGitHub: new Set(['1']) });
  await known.ask(['1', '2', '1']);
  await known.ask(['2', '3']);
  await known.ask(['3']);
  await known.ask([]);
  expect(asked).toEqual([['1', '2'], ['3']]);
  expect([[...known.asked], known.numbersOf('2'), known.numbersOf('9'), [...known.pulls.keys()]]).toEqual([
    ['1', '2', '3'],
    [2],
    [],
    [1, 2, 3],
  ]);
  expect([...known.signedByGitHub]).toEqual(['1']);
});

test('a pull request of which more is known stays so', async () => {
  const { known } = opened();
  await known.ask(['1']);
  known.complete(pull({ number: 1, title: 'whole' }));
  await known.ask(['01', '2']);
  expect([...known.pulls.values()].map(({ number, title }) => `${number} ${title}`)).toEqual(['1 whole', '2 Add prices']);
  expect([...known.completed]).toEqual([1]);
});

test('a list that is cut is a hole, one that is refused is untold, and then nothing more is asked', async () => {
  const cut = opened('cut');
  await cut.known.ask(['1']);
  await cut.known.ask(['2']);
  expect([cut.asked.length, cut.gaps.holes.length > 0, [...cut.known.pulls.keys()]]).toEqual([2, true, [1, 2]]);
  const refused = opened('refused');
  await refused.known.ask(['1']);
  await refused.known.ask(['2']);
  expect([refused.asked, refused.gaps.untold.map(({ source, why }) => [source, why])]).toEqual([
    [['1']],
    [['pull-requests', 'It may not']],
  ]);
  const part = opened({ cut: new Map([[1, 'it is long']]) });
  await part.known.ask(['1']);
  expect(part.gaps.holes.map(({ what, why }) => [what, why])).toEqual([['pull request 1', 'it is long']]);
});

test('without a token nothing is asked, and that is told', async () => {
  const gaps: Gaps = { holes: [], untold: [] };
  const known = openPulls(null, gaps);
  await known.ask(['1']);
  expect([[...known.asked], gaps.untold.map(({ source }) => source)]).toEqual([[], ['pull-requests']]);
});

test.each([
  [3000, [3000, 3000, 1, 1, 1]],
  [3001, [0, 0, 0, 0, 0]],
])('of %i pull requests there are then %j', async (count, kept) => {
  const { known } = opened({ signedByGitHub: new Set(['1']) });
  await known.ask(Array.from({ length: count }, (_, index) => String(index)));
  known.complete(pull({ number: 1 }));
  known.trim();
  const sizes = [known.pulls, known.asked, known.signedByGitHub, known.completed].map(({ size }) => size);
  expect([...sizes, known.numbersOf('7').length]).toEqual(kept);
});
