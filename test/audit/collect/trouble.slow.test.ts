import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { git, removeRepositories } from '../../support/git.ts';
import { deployment, release, review, update } from '../../support/github-api/world/make.ts';
import { of, told } from './collected.ts';
import { makeShop, openShop, type MadeShop } from './github-world.ts';

afterAll(removeRepositories);

let made: MadeShop;
let clone: string;

/** A pull request, a push, a deployment, a release and its tag. */
beforeAll(() => {
  made = makeShop();
  made.commit('topic-1', 'a', '1');
  const landed = made.merge(1, 'squash');
  made.commit('topic-2', 'b', '2');
  made.merge(2, 'fast-forward');
  made.github.pulls.splice(1, 1);
  git(made.directory, ['tag', 'v1', landed]);
  made.github.deployments.push(deployment({ sha: landed, at: '2026-11-04T00:00:00Z' }));
  made.github.releases.push(release({ tag: 'v1', publishedAt: '2026-11-04T00:00:00Z' }));
  clone = made.clone();
});

const changes = ['main push: none×1 b', 'main pull-request: #1×1 a'];
const holes = (lines: readonly Line[]): readonly string[] => of(lines, 'hole').map(({ what, why }) => `${what}: ${why}`);
const untold = (lines: readonly Line[]): readonly string[] => [...new Set(of(lines, 'untold').map(({ source }) => source))];
/** The sources of the evidence service, which nobody asks here. */
const service = ['trails', 'records', 'artifacts', 'snapshots', 'approvals', 'notifications', 'log'];

const places = [
  ['/activity?ref=refs%2Fheads', ['landings'], ['primary', 'secondary']],
  ['PullRequestsOfCommits', ['pull-requests'], ['primary', 'secondary']],
  ['PeopleOfCommits', ['pull-requests'], ['secondary']],
  ['/deployments', ['deployments'], ['secondary']],
  ['DeploymentStatuses', ['deployments'], ['secondary']],
  ['Releases', ['releases'], ['secondary']],
  ['Tags', ['tags'], ['secondary']],
] as const;

it('an audit of GitHub without trouble is whole', async () => {
  const shop = await openShop(made, clone);
  const lines = await shop.collect();
  expect([told(lines), holes(lines), untold(lines)]).toEqual([changes, [], service]);
  expect([of(lines, 'deployment').length, of(lines, 'release').length, of(lines, 'tag').length]).toEqual([1, 1, 1]);
  expect(shop.double.breaches).toEqual([]);
});

// They wait most of their time, as a limit makes them do.
describe.concurrent.each(places)('where %s is in trouble', (place, sources, limits) => {
  it.for<readonly [string, { readonly status: number; readonly message?: string }]>([
    ['a token that is not valid', { status: 401, message: 'Bad credentials' }],
    ['an error of the server', { status: 500 }],
    ['a gateway that is broken', { status: 502 }],
  ])('by %s, the audit is unknown', async ([, refusal], { onTestFinished }) => {
    const shop = await openShop(made, clone, onTestFinished);
    shop.double.refuse(place, refusal);
    const lines = await shop.collect();
    expect(holes(lines)).not.toEqual([]);
  });

  it('by a permission that is missing, its rules are not tested, and the permission is named', async ({ onTestFinished }) => {
    const shop = await openShop(made, clone, onTestFinished);
    shop.double.forbid(place);
    const lines = await shop.collect();
    expect([holes(lines), untold(lines).toSorted()]).toEqual([[], [...service, ...sources].toSorted()]);
    expect(of(lines, 'untold').find(({ source }) => source === sources[0])?.fix).toContain('permissions:\n  ');
  });

  it.for(limits)('by a limit that is over in time (%s), the audit waits and is whole', async (kind, { onTestFinished }) => {
    const shop = await openShop(made, clone, onTestFinished);
    shop.double.limit(place, { kind, times: 2, seconds: 1 });
    const lines = await shop.collect();
    expect([told(lines), holes(lines), untold(lines)]).toEqual([changes, [], service]);
  });

  it('by a limit that ends too late, the audit is unknown', async ({ onTestFinished }) => {
    const shop = await openShop(made, clone, onTestFinished);
    shop.double.limit(place, { kind: 'primary', times: 99, seconds: 3_600 });
    const lines = await shop.collect({}, { timeLimit: 30_000 });
    expect(holes(lines).join()).toContain('The time limit of 30 s is over');
  });

  it('for a moment, the audit is whole', async ({ onTestFinished }) => {
    const shop = await openShop(made, clone, onTestFinished);
    shop.double.refuse(place, { status: 503 }, 4);
    const lines = await shop.collect();
    expect([told(lines), holes(lines), untold(lines)]).toEqual([changes, [], service]);
  });
});

it('where GitHub shows no such repository to the token, the audit is unknown', async () => {
  const shop = await openShop(made, clone);
  const lines = await shop.collect({ branches: ['main'] }, { repository: 'acme/typo' });
  expect(holes(lines).join()).toContain('GitHub shows no repository acme/typo to this token');
});

it('where a page in the middle of the updates fails, the audit is unknown', async () => {
  const first = made.github.activity[0];
  const others = Array.from({ length: 120 }, (_, minute) => {
    const at = new Date(Date.UTC(2026, 10, 2, 1, minute)).toISOString().replace('.000Z', 'Z');
    return update({ at, before: first?.after ?? null, after: first?.after ?? null });
  });
  const shop = await openShop({ ...made, github: { ...made.github, activity: [...made.github.activity, ...others] } }, clone);
  shop.double.refuse('after=', { status: 500 });
  expect(holes(await shop.collect()).join()).toContain('updates of main: GitHub refused to tell the updates of main (500)');
});

it.each(['500', '403'])('where a page in the middle of a pull request fails (%s), nobody is taken for fewer authors', async (status) => {
  const [pull] = made.github.pulls;
  const reviews = Array.from({ length: 60 }, () => review({ commit: pull?.head ?? '', state: 'COMMENTED' }));
  const pulls = pull === undefined ? [] : [{ ...pull, reviews }];
  const shop = await openShop({ ...made, github: { ...made.github, pulls } }, clone);
  shop.double.refuse('RestOfPullRequests', { status: Number(status), message: 'Resource not accessible by integration' });
  const lines = await shop.collect();
  expect(of(lines, 'landing').flatMap(({ pulls: found }) => found)).toEqual([]);
  expect([holes(lines).length, untold(lines).includes('pull-requests')]).toEqual(status === '500' ? [1, true] : [0, true]);
});
