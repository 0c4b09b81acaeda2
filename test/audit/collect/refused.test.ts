import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { git, removeRepositories } from '../../support/git.ts';
import { deployment, release } from '../../support/github-api/world/make.ts';
import { rows } from '../../support/runs.ts';
import { root } from '../../support/sources.ts';
import { of, told } from './collected.ts';
import { makeShop, openShop, type MadeShop } from './github-world.ts';

/*
 * GitHub refuses each question of an audit in turn: what it did not tell is a hole, or is said to be untold, and never a fact. The
 * words of it are compared with the files of test/fixtures/audit/refused: `npx vitest run --mode slow test/audit/collect/refused.test.ts -u`
 * writes them, look at what changed. `npm test` has several refused in one audit, and told.test.ts the others. The slow tests try every kind of trouble.
 */
let made: MadeShop;
let clone: string;

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
afterAll(removeRepositories);

const places = [
  '/activity?ref=refs%2Fheads',
  // Without a branch: those of the tags.
  '/activity?direction=desc',
  'PullRequestsOfCommits',
  'PeopleOfCommits',
  '/deployments',
  'DeploymentStatuses',
  'Releases',
  'Tags',
  'MergedPullRequests',
  'acme/shop',
];

/** Questions that do not hang on the answers of one another. */
const several = ['PeopleOfCommits', '/deployments', 'Releases', 'Tags', 'MergedPullRequests'];

const ways: readonly (readonly [place: string, how: 'whole' | 'refused' | 'forbidden'])[] = [
  ['nothing', 'whole'],
  ['several', 'refused'],
  ...places.map((place) => [place, 'refused'] as const),
  ...['PullRequestsOfCommits', 'DeploymentStatuses'].map((place) => [place, 'forbidden'] as const),
  ['everything', 'forbidden'],
];
const alone = new Set(places);

test.each(rows(ways, ([place, how]) => how === 'forbidden' || !alone.has(place)))(
  'what GitHub does not tell is no fact: %s %s',
  async (place, how) => {
    const shop = await openShop(made, clone);
    if (how === 'refused')
      for (const one of place === 'several' ? several : [place]) shop.double.refuse(one, { status: 401, message: 'Bad credentials' });
    if (how === 'forbidden') shop.double.forbid(place === 'everything' ? '' : place);
    const lines = await shop.collect();
    const holes = of(lines, 'hole').map(({ fix, what, why }) => `hole: ${what}: ${why}: ${fix}`);
    const untold = of(lines, 'untold').filter(({ why }) => !why.includes('No evidence service'));
    const untoldWords = untold.map(({ fix, source, why }) => `untold: ${source}: ${why}: ${fix}`);
    const counted = Object.entries(of(lines, 'end')[0]?.counts ?? {}).map(([kind, count]) => `${kind} ${count}`);
    const text = [...told(lines), ...holes, ...untoldWords, counted.join(', ')].join('\n').replaceAll(/127\.0\.0\.1:\d+/g, 'HOST');
    await expect(`${text}\n`).toMatchFileSnapshot(
      join(root, 'test/fixtures/audit/refused', `${how}-${place.replaceAll(/^\W+|\W+(?=\w)/g, '-')}.txt`),
    );
  },
);
