import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeRepositories } from '../../support/git.ts';
import { object } from '../../support/github-api/operations.ts';
import { pull, review } from '../../support/github-api/world/make.ts';
import { asking, history, longHistory } from './world.ts';

afterAll(removeRepositories);

let gitDirectory: string;
let shas: readonly string[];

beforeAll(() => {
  ({ gitDirectory, shas } = history(3));
});

/** The answer with every value under a name changed. */
function deep(name: string, change: (value: unknown) => unknown): (body: unknown) => unknown {
  return (body) => {
    const text = JSON.stringify(body, (key, value: unknown) => (key === name ? change(value) : value));
    const parsed: unknown = JSON.parse(text);
    return parsed;
  };
}

async function twisted(change: (body: unknown) => unknown) {
  const head = shas[1] ?? '';
  const made = await asking({
    gitDirectory,
    pulls: [
      pull({
        number: 7,
        head,
        reviews: [review({ commit: head })],
        events: [{ kind: 'labeled', at: '2026-11-03T09:00:00Z', by: 'ada', name: 'x' }],
      }),
    ],
  });
  made.double.twist('/graphql', change);
  return { ...made, list: await made.port.pullRequestsOf([head]) };
}

test.each([
  ['the pull requests are null', deep('associatedPullRequests', () => null)],
  ['a pull request is null', deep('associatedPullRequests', (value) => ({ ...object(value), nodes: [null] }))],
  ['the list has no pages', deep('associatedPullRequests', (value) => ({ ...object(value), pageInfo: {} }))],
  ['the list is shorter than its count', deep('associatedPullRequests', (value) => ({ ...object(value), nodes: [], totalCount: 1 }))],
  ['the commit is another one', deep('oid', () => 'f'.repeat(40))],
  ['the number is none', deep('number', () => '7')],
  ['whether it was merged is not said', deep('merged', () => 'yes')],
  ['its head is no SHA', deep('headRefOid', () => 'HEAD')],
  ['the moment of its merge is none', deep('mergedAt', () => 'now')],
  ['who opened it has no number', deep('author', () => ({ __typename: 'User', login: 'ada' }))],
  ['the answer has no data', () => ({})],
  ['the answer is a text', () => 'hello'],
  ['the repository is null', () => ({ data: { repository: null } })],
  [
    'an error stands next to the data',
    (body: unknown) => ({ ...object(body), errors: [{ message: 'Nobody knows', path: ['repository'] }] }),
  ],
])('where %s, the list is cut', async (_, change) => {
  expect(await twisted(change)).toMatchObject({ list: { kind: 'cut', why: expect.any(String) } });
});

test.each([
  ['reviews', 'a review is null', deep('reviews', (value) => ({ ...object(value), nodes: [null] }))],
  ['reviews', 'the reviews are gone', deep('reviews', () => null)],
  ['reviews', 'a review is missing', deep('reviews', (value) => ({ ...object(value), nodes: [] }))],
  ['review', 'a review says what nobody knows', deep('state', () => 'MAYBE')],
  ['review', 'a review has no moment', deep('submittedAt', () => null)],
  ['timeline', 'the timeline is gone', deep('timelineItems', () => null)],
  ['timeline', 'an event has no moment', deep('label', () => ({}))],
])('%s: where %s, the pull request is told as cut', async (words, _, change) => {
  const { list } = await twisted(change);
  expect(list.kind === 'whole' && list.items[0]?.cut.get(7)).toContain(words);
  expect(list).toMatchObject({ items: [{ pulls: [{ commitsCut: false }] }] });
});

test.each([
  ['a commit is missing', deep('commits', (value) => ({ ...object(value), nodes: [] }))],
  ['the commits are gone', deep('commits', () => null)],
  ['a commit is null', deep('commits', (value) => ({ ...object(value), nodes: [{ commit: null }] }))],
  ['a commit has other parents than it counts', deep('parents', () => ({ totalCount: 2, nodes: [] }))],
  ['a co-author is missing', deep('authors', () => ({ totalCount: 2, nodes: [] }))],
])('where %s, its commits are told as cut, for git to list them, and nothing else is', async (_, change) => {
  const { list } = await twisted(change);
  expect(list).toMatchObject({
    kind: 'whole',
    items: [{ cut: new Map(), pulls: [{ commitsCut: true, reviews: [{ said: 'APPROVED' }] }] }],
  });
});

test('a commit that says GitHub made it, without its signature, is not taken for one', async () => {
  const { list } = await twisted(
    deep('committer', (value) => ({
      ...object(value),
      email: 'noreply@github.com',
      user: { id: 'U_19864447', databaseId: 19_864_447, login: 'web-flow' },
    })),
  );
  expect(list).toMatchObject({ items: [{ pulls: [{ commits: [{ committer: { account: null } }] }], signedByGitHub: new Set() }] });
});

test.each([
  ['PullRequest.reviews', 2, 'reviews'],
  ['PullRequest.reviews', 1, 'reviews'],
  ['PullRequest.timelineItems', 2, 'events of the timeline'],
  ['PullRequest.timelineItems', 1, 'events of the timeline'],
  ['PullRequest.commits', 2, undefined],
  ['PullRequest.commits', 1, undefined],
] as const)('a page that is missing from %s is seen (%i)', async (list, page, words) => {
  const long = longHistory(160);
  const head = long.shas[1] ?? '';
  for (const how of ['end', 'skip'] as const) {
    const reviews = Array.from({ length: 160 }, () => review({ commit: head, state: 'COMMENTED' }));
    const events = reviews.map(() => ({ kind: 'labeled', at: '2026-11-03T09:00:00Z', by: 'ada', name: 'x' }) as const);
    const { double, port } = await asking({
      gitDirectory: long.gitDirectory,
      pulls: [pull({ number: 7, head, reviews, events, commits: long.shas })],
    });
    double.cutPage(list, page, how);
    const found = await port.pullRequestsOf([head]);
    expect(found).toMatchObject({ kind: 'whole', items: [{ pulls: [{ commitsCut: words === undefined }] }] });
    expect(found.kind === 'whole' && (found.items[0]?.cut.get(7) ?? '')).toContain(words ?? '');
  }
});

test.each(['reviews', 'timelineItems', 'commits'])(
  '%s that GitHub leaves empty without a word, because too much was asked, are asked for again',
  async (list) => {
    const head = shas[1] ?? '';
    const events = [{ kind: 'force-pushed', at: '2026-11-03T09:00:00Z', by: 'ada', before: null, after: null }] as const;
    const { double, port } = await asking({
      gitDirectory,
      pulls: [pull({ number: 7, head, events, reviews: [review({ commit: head })] })],
    });
    double.twist(
      'PullRequestsOfCommits',
      deep(list, (value) => ({ ...object(value), nodes: [], pageInfo: { hasNextPage: false, endCursor: null } })),
    );
    const found = await port.pullRequestsOf([head]);
    expect(found).toMatchObject({
      kind: 'whole',
      items: [{ cut: new Map(), pulls: [{ commitsCut: false, commits: [{ sha: head }], reviews: [{ said: 'APPROVED' }] }] }],
    });
    expect(found.kind === 'whole' && found.items[0]?.pulls[0]?.forcePushes).toEqual(['2026-11-03T09:00:00Z']);
    expect(double.asked.length).toBe(2);
  },
);

test('a cursor that comes again cuts the list', async () => {
  const head = shas[1] ?? '';
  const reviews = Array.from({ length: 60 }, () => review({ commit: head, state: 'COMMENTED' }));
  const { double, port } = await asking({ gitDirectory, pulls: [pull({ number: 7, head, reviews })] });
  double.twist(
    'RestOfPullRequests',
    deep('pageInfo', () => ({ hasNextPage: true, endCursor: 'again' })),
  );
  const found = await port.pullRequestsOf([head]);
  expect(found.kind === 'whole' && found.items[0]?.cut.get(7)).toContain('says that it goes on, and does not');
});
