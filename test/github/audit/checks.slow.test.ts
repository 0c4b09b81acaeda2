import { afterAll, expect, test } from 'vitest';
import { removeRepositories } from '../../support/git.ts';
import { check, status, suite } from '../../support/github-api/world/make.ts';
import { asking, checksAt, longHistory, whole } from './world.ts';

afterAll(removeRepositories);

const named = (count: number) => Array.from({ length: count }, (_, index) => check({ name: `test ${index}` }));

test.each<readonly [string, number, (sha: string) => readonly ReturnType<typeof suite>[]]>([
  ['in one suite', 50, (sha) => [suite({ sha, checks: named(10) })]],
  ['in suites of their own', 50, (sha) => named(10).map((one) => suite({ sha, checks: [one] }))],
  [
    'behind 30 suites of apps that made none',
    51,
    (sha) => [
      ...Array.from({ length: 30 }, () => suite({ sha, app: { id: 254, slug: 'app' }, workflow: null, checks: [] })),
      suite({ sha, checks: named(10) }),
    ],
  ],
  ['and 60 more in a matrix', 70, (sha) => [suite({ sha, checks: named(70) })]],
])('1,000 commits with 10 checks each %s take %i questions', async (_, most, suitesOf) => {
  const { gitDirectory, shas } = longHistory(1_000);
  const { double, port } = await asking({ gitDirectory, suites: shas.flatMap(suitesOf) });
  const found = whole(await port.checksOf(shas));
  expect(found.filter(({ cut }) => cut !== undefined)).toEqual([]);
  expect(found.map(({ sha, suites }) => [sha, suites.length])).toEqual(shas.map((sha) => [sha, suitesOf(sha).length]));
  expect(double.asked.length).toBe(most);
  expect(Math.max(...double.questions.map(({ nodes }) => nodes))).toBeLessThan(50_000);
});

test('each commit with statuses takes one more request', async () => {
  const { gitDirectory, shas } = longHistory(110);
  const statuses = shas.slice(0, 101).map((sha) => status({ sha, at: '2026-11-03T00:00:00Z' }));
  const { double, port, reports } = await asking({ gitDirectory, statuses });
  const found = whole(await port.checksOf(shas));
  expect(found.flatMap((one) => one.statuses).length).toBe(101);
  expect(double.asked.length).toBe(6 + 101);
  expect(reports.at(-1)).toBe('Asked GitHub for the statuses of 100 of 101 commits');
});

test('a list without an end is cut', async () => {
  const { gitDirectory, shas } = longHistory(1);
  const sha = shas[0] ?? '';
  const { double, port } = await asking({ gitDirectory, suites: [suite({ id: 7, sha })] });
  let page = 0;
  const more = (text: string): string =>
    text.replace(
      /"pageInfo":\{[^}]*\},"nodes":\[\{"id":"CR_/,
      `"pageInfo":{"hasNextPage":true,"endCursor":"${btoa(`cursor:v2:-1${' '.repeat((page += 1))}`)}"},"nodes":[{"id":"CR_${page}`,
    );
  double.twist('Check', (body) => JSON.parse(more(JSON.stringify(body))));
  const { cut, suites } = await checksAt(port, sha);
  expect(cut).toBe('it has more runs in check suite 7 than 101 pages hold');
  expect(suites[0]?.runs.length).toBe(102);
});
