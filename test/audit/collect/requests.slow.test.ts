import { afterAll, expect, it } from 'vitest';
import { git, removeRepositories, temporaryDirectory } from '../../support/git.ts';
import { pull, review, update, world } from '../../support/github-api/world/make.ts';
import { openGitHubWorld } from '../../support/github-api/world/open.ts';
import { openAuditPort } from '../../../src/github/audit/index.ts';
import { longHistory } from '../../github/audit/world.ts';
import { linesOf, of } from './collected.ts';
import { settingsOf, sourcesOf } from './world.ts';

afterAll(removeRepositories);

it('asks GitHub at most one request for each 50 changes, and the pages of the other lists', async () => {
  const changes = 1_000;
  const { gitDirectory, shas } = longHistory(changes + 1);
  const moment = (index: number): string => new Date(Date.UTC(2026, 10, 2) + index * 60_000).toISOString().replace('.000Z', 'Z');
  const landed = shas.slice(1).map((after, index) => ({ after, at: moment(index), before: shas[index] ?? null, number: index + 1 }));
  const github = world({
    gitDirectory,
    activity: [
      update({ type: 'branch_creation', at: '2026-10-01T00:00:00Z', before: null, after: shas[0] ?? '' }),
      ...landed.map(({ after, at, before }) => update({ type: 'pr_merge', at, before, after })),
    ],
    pulls: landed.map(({ after, at, number }) =>
      pull({ number, head: after, mergeCommit: after, mergedAt: at, reviews: [review({ commit: after })] }),
    ),
  });
  const double = await openGitHubWorld(github);
  try {
    const clone = temporaryDirectory();
    git(clone, ['clone', '--quiet', gitDirectory, '.']);
    const port = openAuditPort({ token: 'ghs_token', apiUrl: double.url, repository: 'acme/app', firstPause: 1 });
    const lines = await linesOf(settingsOf({ repository: 'acme/app' }), sourcesOf(clone, port));
    expect([of(lines, 'landing').length, of(lines, 'hole')]).toEqual([changes, []]);
    expect(of(lines, 'landing').every(({ pulls }) => pulls.length === 1)).toBe(true);
    const times = Object.entries(Object.groupBy(double.asked, (line) => line.replace(/\?.*/, ''))).map(([line, all]) => [
      line,
      all?.length,
    ]);
    // 1,001 updates are eleven pages; each other list is empty.
    expect(Object.fromEntries(times)).toEqual({
      'GET /repos/acme/app': 1,
      'GET /repos/acme/app/activity': 11,
      'POST /graphql PullRequestsOfCommits': changes / 50,
      'POST /graphql MergedPullRequests': 1,
      'GET /repos/acme/app/deployments': 1,
      'POST /graphql Releases': 1,
      'POST /graphql Tags': 1,
    });
    expect(Math.max(...double.questions.map(({ nodes }) => nodes))).toBeLessThan(200_000);
    expect(double.breaches).toEqual([]);
  } finally {
    await double.close();
  }
});
