import { afterAll, expect, onTestFinished, test } from 'vitest';
import { stringAt, valueAt } from '../../../../src/text/index.ts';
import { commit, git, makeRepository, removeRepositories } from '../../git.ts';
import { check, deployment, issue, pull, release, review, run, status, suite, update, world } from './make.ts';
import type { GitHubWorld } from './model.ts';
import { openGitHubWorld, type OpenWorld } from './open.ts';

afterAll(removeRepositories);

async function opened(change: (world: GitHubWorld, sha: string) => void = () => {}): Promise<{ double: OpenWorld; sha: string }> {
  const gitDirectory = makeRepository();
  const sha = commit(gitDirectory, 'One\n\nCo-authored-by: Grace <grace@example.com>');
  git(gitDirectory, ['tag', 'v1']);
  git(gitDirectory, ['tag', '-a', 'v2', '-m', 'Two']);
  const made = world({ gitDirectory });
  change(made, sha);
  const double = await openGitHubWorld(made);
  onTestFinished(double.close);
  return { double, sha };
}

const headers = { authorization: 'token x' };

async function rest(
  double: OpenWorld,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; body: unknown; link: string | null }> {
  const answer = await fetch(`${double.url}/repos/acme/app${path}`, { headers, ...init });
  return { status: answer.status, body: await answer.json(), link: answer.headers.get('link') };
}

async function ask(double: OpenWorld, query: string): Promise<unknown> {
  const answer = await fetch(`${double.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  return answer.json();
}

test('answers of REST hold to the description that GitHub publishes', async () => {
  const { double } = await opened((made, sha) => {
    made.activity.push(update({ at: '2026-11-03T00:00:00Z', before: null, after: sha, type: 'branch_creation', by: null }));
    made.deployments.push(deployment({ sha, at: '2026-11-03T00:00:00Z' }));
    made.releases.push(release({ tag: 'v1', publishedAt: '2026-11-03T00:00:00Z' }));
    made.issues.push(issue({ number: 3, title: 'Broken', labels: ['audit'] }));
    made.runs.push(run({ id: 5, sha, at: '2026-11-03T00:00:00Z', artifacts: [{ id: 6, name: 'audit', zip: Buffer.from('PK') }] }));
  });
  const id = String(valueAt((await rest(double, '/deployments')).body, '0', 'id'));
  for (const path of [
    '',
    '/activity',
    '/releases',
    '/tags',
    '/issues?labels=audit',
    `/deployments/${id}/statuses`,
    '/actions/workflows/audit.yml/runs?branch=main',
    '/actions/runs/5/artifacts',
  ])
    expect([path, (await rest(double, path)).status]).toEqual([path, 200]);
  const zip = await fetch(`${double.url}/repos/acme/app/actions/artifacts/6/zip`, { headers });
  expect(await zip.text()).toBe('PK');
  const made = await rest(double, '/issues', { method: 'POST', body: JSON.stringify({ title: 'New', labels: ['audit'] }) });
  expect([made.status, valueAt(made.body, 'number')]).toEqual([201, 4]);
  await rest(double, '/issues/4', { method: 'PATCH', body: JSON.stringify({ state: 'closed' }) });
  expect(valueAt((await rest(double, '/issues?state=closed')).body, '0', 'title')).toBe('New');
  expect(double.breaches).toEqual([]);
});

test('the activity is paged by cursors, the newest first', async () => {
  const { double } = await opened((made, sha) => {
    for (let day = 1; day <= 5; day += 1) made.activity.push(update({ at: `2026-11-0${day}T00:00:00Z`, before: sha, after: sha }));
  });
  const first = await rest(double, '/activity?per_page=2&ref=main');
  const next = new URL(/<(.+?)>/.exec(first.link ?? '')?.[1] ?? '');
  const second = await rest(double, `/activity${next.search}`);
  expect([first, second].map(({ body }) => [stringAt(body, '0', 'timestamp'), stringAt(body, '1', 'timestamp')])).toEqual([
    ['2026-11-05T00:00:00Z', '2026-11-04T00:00:00Z'],
    ['2026-11-03T00:00:00Z', '2026-11-02T00:00:00Z'],
  ]);
  expect((await rest(double, '/activity?time_period=decade')).status).toBe(200);
  expect(double.breaches).toEqual([expect.stringContaining('time_period')]);
});

test('questions of GraphQL are answered from the world and from git', async () => {
  const { double, sha } = await opened((made, tip) =>
    made.pulls.push(pull({ number: 7, head: tip, mergeCommit: tip, reviews: [review({ commit: tip, id: 9 })] })),
  );
  const answer = await ask(
    double,
    `query Some { rateLimit { nodeCount } repository(owner: "acme", name: "app") {
      object(oid: "${sha}") { ... on Commit { message authors(first: 5) { nodes { email user { login databaseId } } }
        associatedPullRequests(first: 5) { nodes { number merged author { login } reviews(first: 5) { totalCount nodes { state author { __typename login } } } } } } }
      refs(refPrefix: "refs/tags/", first: 10) { nodes { name target { __typename oid } } } } }`,
  );
  expect(valueAt(answer, 'data', 'rateLimit')).toEqual({ nodeCount: 45 });
  expect(valueAt(answer, 'data', 'repository', 'object', 'authors', 'nodes', '1')).toEqual({
    email: 'grace@example.com',
    user: { login: 'grace', databaseId: 102 },
  });
  expect(valueAt(answer, 'data', 'repository', 'object', 'associatedPullRequests', 'nodes', '0')).toEqual({
    number: 7,
    merged: true,
    author: { login: 'ada' },
    reviews: { totalCount: 1, nodes: [{ state: 'APPROVED', author: { __typename: 'User', login: 'grace' } }] },
  });
  expect(valueAt(answer, 'data', 'repository', 'refs', 'nodes', '0', 'target')).toEqual({ __typename: 'Commit', oid: sha });
  expect(valueAt(answer, 'data', 'repository', 'refs', 'nodes', '1', 'target', '__typename')).toBe('Tag');
  expect(double.breaches).toEqual([]);
  expect(double.asked).toEqual(['POST /graphql Some']);
});

test('checks are told with all attempts only where these are asked for, and statuses by GraphQL with the newest alone', async () => {
  const { double, sha } = await opened((made, tip) => {
    made.suites.push(suite({ sha: tip, checks: [check({ name: 'test', conclusion: 'failure' }), check({ name: 'test' })] }));
    made.statuses.push(
      status({ sha: tip, at: '2026-11-03T00:00:00Z', state: 'failure' }),
      status({ sha: tip, at: '2026-11-04T00:00:00Z' }),
    );
  });
  const runs = 'totalCount nodes { name conclusion status }';
  const answer = await ask(
    double,
    `query Some { rateLimit { nodeCount } repository(owner: "acme", name: "app") { object(oid: "${sha}") { ... on Commit {
      checkSuites(first: 2) { nodes { app { slug } workflowRun { event file { path } }
        checkRuns(first: 5) { ${runs} } all: checkRuns(first: 5, filterBy: { checkType: ALL }) { ${runs} } } }
      status { contexts { context state } } } } } }`,
  );
  const passed = { name: 'test', conclusion: 'SUCCESS', status: 'COMPLETED' };
  expect(valueAt(answer, 'data', 'rateLimit')).toEqual({ nodeCount: 22 });
  expect(valueAt(answer, 'data', 'repository', 'object')).toEqual({
    checkSuites: {
      nodes: [
        {
          app: { slug: 'github-actions' },
          workflowRun: { event: 'push', file: { path: '.github/workflows/ci.yml' } },
          checkRuns: { totalCount: 1, nodes: [passed] },
          all: { totalCount: 2, nodes: [{ ...passed, conclusion: 'FAILURE' }, passed] },
        },
      ],
    },
    status: { contexts: [{ context: 'ci/build', state: 'SUCCESS' }] },
  });
  const { body } = await rest(double, `/commits/${sha}/statuses`);
  expect([stringAt(body, '0', 'state'), stringAt(body, '1', 'state')]).toEqual(['success', 'failure']);
  expect((await rest(double, `/commits/${'f'.repeat(40)}/statuses`)).status).toBe(422);
  expect(double.breaches).toEqual([]);
});

test.each([
  ['a field that GitHub does not have', '{ repository(owner: "acme", name: "app") { landings } }', 'Cannot query field "landings"'],
  ['a list without its size', '{ repository(owner: "acme", name: "app") { releases { totalCount } } }', 'You must provide a `first`'],
  ['more than a page', '{ repository(owner: "acme", name: "app") { releases(first: 101) { totalCount } } }', 'exceeds the `first` limit'],
  [
    'what the double does not know',
    '{ repository(owner: "acme", name: "app") { stargazerCount } }',
    'does not know Repository.stargazerCount',
  ],
])('%s is a breach', async (_, query, breach) => {
  const { double } = await opened();
  await ask(double, query);
  expect(double.breaches[0]).toContain(breach);
});
