import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { git, removeRepositories } from '../../support/git.ts';
import { deployment, pull, release } from '../../support/github-api/world/make.ts';
import type { WorldDeployment } from '../../support/github-api/world/model.ts';
import { asking, history, whole } from './world.ts';

afterAll(removeRepositories);

const [since, until] = ['2026-11-02T00:00:00Z', '2026-11-09T00:00:00Z'];
let gitDirectory: string;
let shas: readonly string[];
const at = (index: number): string => shas[index] ?? '';

beforeAll(() => {
  ({ gitDirectory, shas } = history(4));
  git(gitDirectory, ['tag', 'v1', at(0)]);
  git(gitDirectory, ['tag', '-a', 'v2', at(1), '-m', 'Two']);
  git(gitDirectory, ['tag', '-a', 'v2-signed', 'v2', '-m', 'A tag of a tag']);
  git(gitDirectory, ['tag', 'a-tree', `${at(0)}^{tree}`]);
});

const failed = (when: string): WorldDeployment['statuses'] => [{ id: 1, state: 'failure', at: when, by: 'ada' }];

test('deployments that succeeded are told by when they did, with the one before in their environment', async () => {
  const deployments = [
    deployment({ id: 1, sha: at(0), at: '2026-10-01T00:00:00Z' }),
    deployment({ id: 2, sha: at(1), at: '2026-10-20T00:00:00Z' }),
    deployment({ id: 3, sha: at(2), at: '2026-11-01T23:59:00Z', by: 'github-actions' }),
    deployment({ id: 4, sha: at(3), at: '2026-11-03T00:00:00Z', statuses: failed('2026-11-03T01:00:00Z') }),
    deployment({ id: 5, sha: at(3), at: '2026-11-04T00:00:00Z', environment: 'staging', production: false }),
    deployment({ id: 6, sha: at(3), at: '2026-11-08T23:58:00Z' }),
    deployment({ id: 7, sha: at(0), at: '2026-10-20T00:00:00Z', environment: 'unused' }),
  ];
  const { double, port } = await asking({ gitDirectory, deployments });
  const found = whole(await port.deployments(since, until));
  expect(found.map(({ id }) => id)).toEqual(['5', '3', '2']);
  expect(found[1]).toEqual({
    kind: 'deployment',
    source: 'github',
    id: '3',
    environment: 'production',
    production: true,
    at: '2026-11-02T00:04:00Z',
    by: { id: 41_898_282, login: 'github-actions[bot]', kind: 'bot' },
    sha: at(2),
    fingerprint: null,
    url: `${double.url}/acme/app/deployments/production`,
    // The one after the period is there now.
    running: false,
  });
  expect(found[0]).toMatchObject({ environment: 'staging', production: false, running: true });
  expect(double.asked.length).toBe(2);
});

describe('the reviews of a deployment', () => {
  const of = async (run: WorldDeployment['run'], more: Partial<WorldDeployment> = {}) => {
    const made = deployment({ sha: at(0), at: '2026-11-03T00:00:00Z', ...(run === undefined ? {} : { run }), ...more });
    const { double, port } = await asking({ gitDirectory, deployments: [made] });
    const [found] = whole(await port.deployments(since, until));
    return { asked: double.asked.length, reviews: found?.reviews };
  };
  const ada = { by: { id: expect.any(Number), login: 'ada', kind: 'person' }, said: 'approved' };

  test.each<readonly [string, WorldDeployment['run'], unknown]>([
    ['are those of its run', { id: 9, reviews: [{ by: 'ada', state: 'approved' }] }, [ada]],
    ['are those of its own environment', { id: 9, reviews: [{ by: 'ada', state: 'approved', environment: 'staging' }] }, []],
    ['are none while nobody has decided', { id: 9, reviews: [{ by: 'ada', state: 'pending' }] }, []],
    ['also say no', { id: 9, reviews: [{ by: 'ada', state: 'rejected' }] }, [{ ...ada, said: 'rejected' }]],
    [
      'are not known where its run is of another commit',
      { id: 9, sha: 'f'.repeat(40), reviews: [{ by: 'ada', state: 'approved' }] },
      undefined,
    ],
    ['are not known where no run is named', undefined, undefined],
  ])('%s', async (_, run, expected) => {
    expect((await of(run)).reviews).toEqual(expected);
  });

  test('are asked about once a run, and not at all where none is named', async () => {
    expect([(await of({ id: 9, reviews: [] })).asked, (await of(undefined)).asked]).toEqual([4, 2]);
  });
});

test('one that became inactive is not there any more', async () => {
  const statuses = [
    { id: 2, state: 'inactive', at: '2026-11-05T00:00:00Z', by: 'ada' },
    { id: 1, state: 'success', at: '2026-11-04T00:00:00Z', by: 'ada' },
  ] as const;
  const { port } = await asking({ gitDirectory, deployments: [deployment({ sha: at(0), at: '2026-11-03T00:00:00Z', statuses })] });
  expect(whole(await port.deployments(since, until))).toMatchObject([{ at: '2026-11-04T00:00:00Z', running: false }]);
});

test('the one before is looked for in its environment, however long ago it was', async () => {
  const other = Array.from({ length: 120 }, (_, index) =>
    deployment({
      sha: at(1),
      at: new Date(Date.UTC(2026, 8, 1) - index * 60_000).toISOString(),
      environment: 'preview',
      production: false,
    }),
  );
  const deployments = [
    ...other,
    deployment({ id: 1, sha: at(0), at: '2025-01-01T00:00:00Z' }),
    deployment({ id: 2, sha: at(1), at: '2026-11-03T00:00:00Z' }),
  ];
  const { double, port } = await asking({ gitDirectory, deployments });
  expect(whole(await port.deployments(since, until)).map(({ id }) => id)).toEqual(['2', '1']);
  expect(double.asked.filter((line) => line.includes('environment=production')).length).toBe(1);
});

test('pages of deployments are followed', async () => {
  const deployments = Array.from({ length: 250 }, (_, index) =>
    deployment({ sha: at(0), at: new Date(Date.UTC(2026, 10, 8) - index * 60_000).toISOString() }),
  );
  const { double, port } = await asking({ gitDirectory, deployments });
  expect(whole(await port.deployments(since, until)).length).toBe(250);
  expect(double.asked.length).toBe(6);
});

test.each([
  ['a SHA that is none', 'GET /repos/acme/app/deployments', (text: string) => text.replace(/"sha":"\w+"/, '"sha":"main"')],
  ['another order', 'GET /repos/acme/app/deployments', (text: string) => text.replace('2026-11-04T00:00:00Z', '2026-11-01T00:00:00Z')],
  ['a state without its moment', 'DeploymentStatuses', (text: string) => text.replace(/"createdAt":"[^"]+"/, '"createdAt":"soon"')],
  ['states of another one', 'DeploymentStatuses', (text: string) => text.replace(/"databaseId":\d+/, '"databaseId":99')],
  ['a null for one', 'DeploymentStatuses', (text: string) => text.replace(/"nodes":\[\{/, '"nodes":[null,{')],
])('%s makes the deployments cut', async (_, place, change) => {
  const { double, port } = await asking({
    gitDirectory,
    deployments: [deployment({ sha: at(0), at: '2026-11-03T00:00:00Z' }), deployment({ sha: at(1), at: '2026-11-04T00:00:00Z' })],
  });
  double.twist(place, (body) => JSON.parse(change(JSON.stringify(body))) as unknown);
  expect(await port.deployments(since, until)).toMatchObject({ kind: 'cut', why: expect.stringMatching(/deployment/) });
});

test('without the permission deployments are refused, and the permission is named', async () => {
  const { double, port } = await asking({ gitDirectory });
  double.forbid('/deployments');
  expect(await port.deployments(since, until)).toMatchObject({
    kind: 'refused',
    fix: expect.stringContaining('permissions:\n  deployments: read'),
  });
});

test('releases of the period are told with the commit of their tag, drafts are not', async () => {
  const releases = [
    release({ tag: 'v1', publishedAt: '2026-11-02T00:00:00Z' }),
    release({ tag: 'v2', publishedAt: '2026-11-03T00:00:00Z', by: null }),
    release({ tag: 'gone', publishedAt: '2026-11-04T00:00:00Z' }),
    release({ tag: 'late', publishedAt: until }),
    release({ tag: 'draft', publishedAt: null }),
  ];
  const { port } = await asking({ gitDirectory, releases });
  expect(whole(await port.releases(since, until)).map(({ by, sha, tag }) => [tag, sha, by?.login ?? null])).toEqual([
    ['gone', null, 'ada'],
    ['v2', at(1), null],
    ['v1', at(0), 'ada'],
  ]);
});

test('tags are told with the commit that they stand for; those of anything else are not', async () => {
  const { port } = await asking({ gitDirectory });
  expect(whole(await port.tags()).map(({ name, sha }) => [name, sha])).toEqual([
    ['v1', at(0)],
    ['v2', at(1)],
    ['v2-signed', at(1)],
  ]);
});

test.each(['end', 'skip'] as const)('a page that is missing from a list is seen (%s)', async (how) => {
  const releases = Array.from({ length: 150 }, (_, index) => release({ tag: `r${index}`, publishedAt: '2026-11-03T00:00:00Z' }));
  const { double, port } = await asking({ gitDirectory, releases });
  double.cutPage('Repository.releases', 2, how);
  expect(await port.releases(since, until)).toMatchObject({ kind: 'cut', why: expect.stringContaining('GitHub counts 150 and lists 100') });
});

test('merged pull requests are counted by another source, half open', async () => {
  const pulls = ['2026-11-02T00:00:00Z', '2026-11-08T23:59:59Z', '2026-11-09T00:00:00Z'].map((mergedAt, index) =>
    pull({ number: index + 1, head: at(index), mergedAt }),
  );
  const { double, port } = await asking({ gitDirectory, pulls: [...pulls, pull({ number: 9, head: at(0), base: 'other' })] });
  expect(await port.mergedCount('main', since, until)).toBe(2);
  double.forbid('MergedPullRequests');
  expect(await port.mergedCount('main', since, until)).toBeNull();
});

test('the default branch is asked for, together with the number of the repository, and whatever was asked can be told', async () => {
  const { port } = await asking({ gitDirectory, defaultBranch: 'trunk' });
  expect([await port.defaultBranch(), await port.repositoryId()]).toEqual(['trunk', expect.any(Number)]);
  await port.branchUpdates('trunk', since, until);
  await port.tags();
  expect(port.queries().map(({ answered, text, times }) => [text, times, answered])).toEqual([
    ['GET /repos/acme/app', 1, 0],
    ['GET /repos/acme/app/activity?ref=refs/heads/trunk&direction=desc', 1, 0],
    ['POST /graphql Tags', 1, 4],
  ]);
});
