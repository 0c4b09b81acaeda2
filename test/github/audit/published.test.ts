import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { removeRepositories } from '../../support/git.ts';
import {
  check,
  deployment,
  pull,
  release,
  review,
  ruleSuite,
  ruleset,
  status,
  suite,
  update,
} from '../../support/github-api/world/make.ts';
import { asking, longHistory } from './world.ts';

afterAll(removeRepositories);

const folder = new URL('../../../src/github/audit/', import.meta.url);
/** The lists of an organization are asked apart, by another port. */
const others: ReadonlySet<string> = new Set(['app-tokens.ts', 'organization.ts']);
const files = readdirSync(folder).filter((name) => !others.has(name));
const sources = files.map((name) => readFileSync(new URL(name, folder), 'utf8'));
const named = (pattern: RegExp): readonly string[] => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
];

/** The double refuses questions that do not fit GitHub's schema or its description, and `asking` fails the test then. */
test('every question and every route that an audit asks holds to what GitHub publishes', async () => {
  const { gitDirectory, shas } = longHistory(120);
  const head = shas[0] ?? '';
  const period = ['2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z'] as const;
  const reviews = Array.from({ length: 30 }, () => review({ commit: head }));
  const { double, port } = await asking({
    gitDirectory,
    // The second one is found where only numbers are asked for.
    pulls: [
      pull({ number: 1, head, reviews, commits: shas.slice(0, 60), landed: shas.slice(0, 60) }),
      pull({ number: 2, head: shas[70] ?? '' }),
    ],
    activity: [update({ at: '2026-11-03T00:00:00Z', before: null, after: head })],
    deployments: [deployment({ sha: head, at: '2026-11-03T00:00:00Z', run: { id: 9, reviews: [{ by: 'ada', state: 'approved' }] } })],
    releases: [release({ tag: 'v1', publishedAt: '2026-11-03T00:00:00Z' })],
    suites: [
      suite({ sha: head, checks: Array.from({ length: 60 }, () => check({ name: 'test' })) }),
      ...Array.from({ length: 30 }, () => suite({ sha: head })),
    ],
    statuses: [status({ sha: head, at: '2026-11-03T00:00:00Z' })],
    ruleSuites: [ruleSuite({ id: 9, after: head, at: '2026-11-03T00:00:00Z' })],
    rulesets: [ruleset({ id: 9, changedAt: '2026-11-03T00:00:00Z' })],
  });
  await port.defaultBranch();
  await port.branchUpdates('main', ...period);
  await port.tagUpdates(period[0]);
  const lists = [
    await port.pullRequestsOf(shas),
    await port.accountsOf(shas),
    await port.deployments(...period),
    await port.releases(...period),
    await port.tags(),
    await port.checksOf(shas),
    await port.rulesOf('main', { since: '2026-11-01T00:00:00Z', now: '2026-11-20T00:00:00Z' }),
    await port.textsOf([1, 2]),
  ];
  await port.mergedCount('main', ...period);
  expect(lists.map(({ kind }) => kind)).toEqual(lists.map(() => 'whole'));
  const questions = new Set(double.asked.flatMap((line) => /^POST \/graphql (\w+)$/.exec(line)?.[1] ?? []));
  const routes = new Set(
    double.asked.flatMap(
      (line) =>
        /^GET ([^?]*)/
          .exec(line)?.[1]
          ?.replace('acme/app', '{owner}/{repo}')
          .replace('/runs/9', '/runs/{run_id}')
          .replace('/rule-suites/9', '/rule-suites/{rule_suite_id}')
          .replace('/rulesets/9', '/rulesets/{ruleset_id}')
          .replace('/history/1', '/history/{version_id}')
          .replace('/branches/main', '/branches/{branch}')
          .replace(/(?<=\/commits\/)\w+/, '{ref}') ?? [],
    ),
  );
  expect([...questions].toSorted()).toEqual(named(/\bname: '([A-Z]\w+)'/g).toSorted());
  expect([...routes].toSorted()).toEqual(named(/'GET (\/[^']*)'/g).toSorted());
  expect(Math.max(...double.questions.map(({ nodes }) => nodes))).toBeLessThan(200_000);
});
