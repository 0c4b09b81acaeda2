import { afterAll, beforeAll, expect, test } from 'vitest';
import { git, removeRepositories } from '../../support/git.ts';
import { pull, review } from '../../support/github-api/world/make.ts';
import { asking, history, longHistory, pullsOf, whole } from './world.ts';

afterAll(removeRepositories);

let gitDirectory: string;
let shas: readonly string[];
const at = (index: number): string => shas[index] ?? '';

beforeAll(() => {
  ({ gitDirectory, shas } = history(6));
});

test('a merged pull request is told with all that was said about it', async () => {
  const one = pull({
    number: 7,
    head: at(1),
    mergeCommit: at(2),
    reviews: [
      review({
        id: 41,
        commit: at(0),
        by: 'linus',
        state: 'CHANGES_REQUESTED',
        at: '2026-11-03T08:00:00Z',
        dismissed: { at: '2026-11-03T09:00:00Z', by: 'grace' },
      }),
      review({ id: 42, commit: at(1) }),
      review({ id: 43, commit: null, by: null, state: 'COMMENTED', at: '2026-11-03T11:00:00Z' }),
      review({ id: 44, commit: at(1), state: 'PENDING' }),
    ],
    events: [
      { kind: 'force-pushed', at: '2026-11-03T07:00:00Z', by: 'ada', before: at(0), after: at(1) },
      { kind: 'force-pushed', at: '2026-11-04T07:00:00Z', by: 'ada', before: at(1), after: at(0) },
    ],
  });
  const { port, world } = await asking({ gitDirectory, pulls: [one] });
  world.checkedAt.set(at(1), '2026-11-02T09:00:00Z');
  const { cut, of, pulls } = await pullsOf(port, [at(2), at(3)]);
  expect(of).toEqual(
    new Map([
      [at(2), [7]],
      [at(3), []],
    ]),
  );
  expect(cut).toEqual(new Map());
  expect(pulls.map(({ headBranch }) => headBranch)).toEqual([null]);
  const grace = { id: 102, login: 'grace', kind: 'person' };
  expect(pulls[0]).toMatchObject({
    number: 7,
    base: 'main',
    openedBy: { id: 101, login: 'ada', kind: 'person' },
    askedBy: null,
    mergedAt: '2026-11-03T12:00:00Z',
    mergedBy: grace,
    mergeCommit: at(2),
    head: at(1),
    from: 'acme/app',
    commitsCut: false,
    pushedAt: '2026-11-02T09:00:00Z',
    forcePushes: ['2026-11-03T07:00:00Z'],
    oldHeads: [{ sha: at(0), tree: git(gitDirectory, ['rev-parse', `${at(0)}^{tree}`]) }],
    reviews: [
      { id: '41', said: 'DISMISSED', commit: at(0), dismissed: { at: '2026-11-03T09:00:00Z', before: 'CHANGES_REQUESTED' } },
      { id: '42', by: grace, said: 'APPROVED', commit: at(1), at: '2026-11-03T10:00:00Z' },
      { id: '43', by: null, said: 'COMMENTED', commit: null },
    ],
  });
  expect(pulls[0]?.commits[0]).toMatchObject({
    sha: at(1),
    parents: [at(0)],
    author: { email: 'ada@example.com', account: { id: 101 } },
    coAuthors: [],
    mergeAlone: null,
  });
});

test('only merged ones count', async () => {
  const { port } = await asking({
    gitDirectory,
    pulls: [pull({ number: 7, head: at(1), state: 'open' }), pull({ number: 8, head: at(1) })],
  });
  git(gitDirectory, ['update-ref', 'refs/heads/aside', at(1)]);
  expect((await pullsOf(port, [at(1)])).of).toEqual(new Map([[at(1), [8]]]));
});

test('a label counts as it was before the merge', async () => {
  const label = (kind: 'labeled' | 'unlabeled', name: string, when: string) =>
    ({ kind, name, by: 'grace', at: `2026-11-03T${when}Z` }) as const;
  const events = [
    label('labeled', 'emergency', '08:00:00'),
    label('unlabeled', 'emergency', '09:00:00'),
    label('labeled', 'emergency', '11:59:59'),
    label('labeled', 'late', '12:00:00'),
    label('labeled', 'gone', '08:00:00'),
    label('unlabeled', 'gone', '09:00:00'),
    label('labeled', 'kept', '08:00:00'),
    label('unlabeled', 'kept', '13:00:00'),
  ];
  const { port } = await asking({ gitDirectory, pulls: [pull({ number: 7, head: at(1), events })] });
  const { pulls } = await pullsOf(port, [at(1)]);
  const by = { id: 102, login: 'grace', kind: 'person' };
  expect(pulls[0]?.labels).toEqual([
    { name: 'kept', at: '2026-11-03T08:00:00Z', by },
    { name: 'emergency', at: '2026-11-03T11:59:59Z', by },
  ]);
});

test('of a merge queue, who merged is who added it to the queue', async () => {
  const events = [
    { kind: 'queued', at: '2026-11-03T10:00:00Z', by: 'ada' },
    { kind: 'queued', at: '2026-11-03T11:00:00Z', by: 'linus' },
    { kind: 'queued', at: '2026-11-03T13:00:00Z', by: 'grace' },
  ] as const;
  const { port } = await asking({
    gitDirectory,
    pulls: [pull({ number: 7, head: at(1), events, mergedBy: 'github-merge-queue' }), pull({ number: 8, head: at(2), events })],
  });
  const { pulls } = await pullsOf(port, [at(1), at(2)]);
  expect(pulls.map(({ mergedBy }) => mergedBy?.login)).toEqual(['linus', 'grace']);
});

test('ghosts, bots and forks that are gone are told as they are', async () => {
  const { port } = await asking({
    gitDirectory,
    pulls: [pull({ number: 7, head: at(1), openedBy: null, mergedBy: 'dependabot', from: null })],
  });
  const { pulls } = await pullsOf(port, [at(1)]);
  expect(pulls[0]).toMatchObject({ openedBy: null, mergedBy: { id: 49_699_333, login: 'dependabot[bot]', kind: 'bot' }, from: null });
});

test("the head's branch is told while it is there", async () => {
  git(gitDirectory, ['update-ref', 'refs/heads/release', at(1)]);
  const { port } = await asking({ gitDirectory, pulls: [pull({ number: 7, head: at(1), headBranch: 'release' })] });
  expect((await pullsOf(port, [at(1)])).pulls.map(({ headBranch }) => headBranch)).toEqual(['release']);
});

test('lists that go on are read to their end', async () => {
  const reviews = Array.from({ length: 150 }, (_, index) => review({ commit: at(1), by: 'linus', state: 'COMMENTED', id: 10_000 + index }));
  const events = Array.from({ length: 45 }, (_, index) => ({
    kind: 'force-pushed' as const,
    at: `2026-11-03T07:00:${10 + index}Z`,
    by: 'ada',
    before: null,
    after: null,
  }));
  const { double, port } = await asking({
    gitDirectory,
    pulls: [pull({ number: 7, head: at(1), reviews, events }), pull({ number: 8, head: at(2), reviews: reviews.slice(0, 30) })],
  });
  const { cut, pulls } = await pullsOf(port, [at(1), at(2)]);
  expect(pulls.map((one) => [one.reviews.length, one.forcePushes.length])).toEqual([
    [150, 45],
    [30, 0],
  ]);
  expect(cut.size).toBe(0);
  // The first pages together, then two rounds of the rest.
  expect(double.asked.length).toBe(3);
});

test('all commits of a pull request are read, though REST ends at 250', async () => {
  const long = longHistory(300);
  const one = pull({ number: 7, head: long.shas.at(-1) ?? '', commits: long.shas, landed: long.shas });
  const { double, port } = await asking({ gitDirectory: long.gitDirectory, pulls: [one] });
  const { of, pulls } = await pullsOf(port, long.shas);
  expect(pulls[0]?.commits.map(({ sha }) => sha)).toEqual(long.shas);
  expect(pulls[0]?.commitsCut).toBe(false);
  expect([...of.values()].every((numbers) => numbers.length === 1)).toBe(true);
  // One request with everything, then three for numbers alone by a hundred, then three for pages of commits.
  expect(double.asked.length).toBe(1 + 3 + 3);
});

test.each([250, 260])('where GitHub lists 250 of %i commits, they are cut', async (count) => {
  const long = longHistory(count);
  const { port } = await asking({
    gitDirectory: long.gitDirectory,
    mostCommits: 250,
    pulls: [pull({ number: 7, head: long.shas.at(-1) ?? '', commits: long.shas })],
  });
  const { cut, pulls } = await pullsOf(port, [long.shas[0] ?? '']);
  expect(pulls[0]).toMatchObject({ commitsCut: true });
  // Git can list them, so it is not a fault yet.
  expect(cut).toEqual(new Map());
});

test.each([1, 50, 51, 120])('%i changes take one request for each 50 of them', async (count) => {
  const long = longHistory(count);
  const pulls = long.shas.map((sha, index) => pull({ number: index + 1, head: sha, mergeCommit: sha, reviews: [review({ commit: sha })] }));
  const { double, port, reports } = await asking({ gitDirectory: long.gitDirectory, pulls });
  expect((await pullsOf(port, long.shas)).pulls.length).toBe(count);
  expect(double.asked.length).toBe(Math.ceil(count / 50));
  expect(Math.max(...double.questions.map(({ nodes }) => nodes))).toBeLessThan(200_000);
  expect(reports.at(-1)).toBe(`Asked GitHub for the pull requests of ${count} of ${count} commits`);
  expect(port.queries()).toEqual([
    { kind: 'query', of: 'GitHub', text: 'POST /graphql PullRequestsOfCommits', times: Math.ceil(count / 50), answered: count },
  ]);
});

test('a head with more checks than are asked for was seen by the first of those that were told, if not before', async () => {
  const { port, world } = await asking({ gitDirectory, pulls: [pull({ number: 7, head: at(1) })] });
  const checked = Array.from({ length: 11 }, (_, index) => `2026-11-02T09:${30 - index}:00Z`);
  world.checkedAt.set(at(1), checked);
  expect((await pullsOf(port, [at(1)])).pulls[0]).toMatchObject({ pushedAt: null, seenBy: '2026-11-02T09:21:00Z' });
});

test.each(['Commit.checkSuites', 'CheckSuite.createdAt'])(
  'without the permission for %s all else is told, and not when the head was seen',
  async (field) => {
    const { double, port, world } = await asking({
      gitDirectory,
      pulls: [pull({ number: 7, head: at(1), reviews: [review({ commit: at(1) })] })],
    });
    world.checkedAt.set(at(1), '2026-11-02T09:00:00Z');
    double.forbid(field);
    expect((await pullsOf(port, [at(1)])).pulls[0]).toMatchObject({ pushedAt: null, reviews: [{ said: 'APPROVED' }] });
  },
);

test.each([['Commit.associatedPullRequests'], ['PullRequest.reviews'], ['Repository.object']])(
  'without the permission for %s the list is refused',
  async (field) => {
    const { double, port } = await asking({ gitDirectory, pulls: [pull({ number: 7, head: at(1) })] });
    double.forbid(field);
    expect(await port.pullRequestsOf([at(1)])).toMatchObject({ kind: 'refused', fix: expect.stringContaining('pull-requests: read') });
  },
);

test('who asked an agent for a change is the co-author of its commits', async () => {
  const message = 'Agent\n\nCo-authored-by: Grace <grace@example.com>';
  const person = git(gitDirectory, ['-c', 'user.useConfigOnly=true', 'commit-tree', `${at(0)}^{tree}`, '-p', at(0), '-m', message]);
  const raw = git(gitDirectory, ['cat-file', 'commit', person]).replace(
    /^author .*>/m,
    'author copilot-swe-agent[bot] <198982749+Copilot@users.noreply.github.com>',
  );
  const sha = git(gitDirectory, ['hash-object', '-t', 'commit', '-w', '--stdin'], `${raw}\n`);
  const { port } = await asking({
    gitDirectory,
    pulls: [
      pull({ number: 7, head: sha, openedBy: 'copilot-swe-agent' }),
      pull({ number: 8, head: person, openedBy: 'copilot-swe-agent' }),
    ],
  });
  const { pulls } = await pullsOf(port, [sha, person]);
  expect(pulls.map(({ askedBy }) => askedBy?.login ?? null)).toEqual(['grace', null]);
  expect(pulls[0]?.commits[0]?.author.account).toEqual({ id: 198_982_749, login: 'copilot-swe-agent[bot]', kind: 'bot' });
});

test('commits that GitHub does not know are in no pull request', async () => {
  const { port } = await asking({ gitDirectory });
  expect(whole(await port.pullRequestsOf(['f'.repeat(40)]))[0]?.of).toEqual(new Map([['f'.repeat(40), []]]));
});
