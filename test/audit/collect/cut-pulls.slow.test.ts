import { afterAll, expect, it } from 'vitest';
import { countAt, listAt } from '../../../src/text/index.ts';
import { git, removeRepositories } from '../../support/git.ts';
import { object } from '../../support/github-api/operations.ts';
import { of } from './collected.ts';
import { grace, openShop, type Shop } from './github-world.ts';

afterAll(removeRepositories);

/** A pull request of three commits, the second by Grace. GitHub lists some of them and counts all. */
async function cut(how: 'squash' | 'rebase' | 'fast-forward', listed: number): Promise<Shop> {
  const shop = await openShop();
  shop.commit('topic-1', 'a', '1');
  shop.commit('topic-1', 'b', '2', { by: grace });
  shop.commit('topic-1', 'c', '3');
  shop.merge(1, how);
  shop.double.twist('/graphql', (body) => {
    const text = JSON.stringify(body, (key, value: unknown) => {
      const nodes = listAt(value, 'nodes');
      // Another list stands next to it, with the last commit alone.
      const isList = key === 'commits' && nodes !== undefined && countAt(value, 'totalCount') !== undefined;
      return isList ? { ...object(value), nodes: nodes.slice(0, listed), totalCount: 3 } : value;
    });
    return JSON.parse(text) as unknown;
  });
  return shop;
}

async function told(shop: Shop) {
  const lines = await shop.collect();
  const [pull] = of(lines, 'landing')[0]?.pulls ?? [];
  return {
    cut: pull?.commitsCut,
    authors: pull?.commits.map(({ author }) => author.account?.login ?? null),
    holes: of(lines, 'hole').map(({ what, why }) => `${what}: ${why}`),
    untold: of(lines, 'untold').map(({ source }) => source),
  };
}

it.each([
  ['squash', 1],
  ['squash', 0],
  ['rebase', 1],
  ['fast-forward', 1],
  ['fast-forward', 0],
] as const)('after a %s of which GitHub lists %i commits, git lists all', async (how, listed) => {
  const shop = await cut(how, listed);
  expect(await told(shop)).toMatchObject({ cut: false, authors: ['ada', 'grace', 'ada'], holes: [] });
  expect(shop.double.breaches).toEqual([]);
});

it('is unknown where the head is gone', async () => {
  const shop = await cut('squash', 0);
  const [pull] = shop.github.pulls;
  const head = 'f'.repeat(40);
  if (pull !== undefined) shop.github.pulls.splice(0, 1, { ...pull, head, commits: [] });
  const lines = await shop.collect();
  expect(of(lines, 'hole').map(({ fix, what, why }) => [what, why, fix])).toEqual([
    [
      'commits of pull request 1',
      'GitHub does not list all of them, and the clone does not have its head',
      'Fetch refs/pull/1/head into the clone',
    ],
  ]);
  expect(of(lines, 'landing')[0]?.pulls[0]).toMatchObject({ head, commitsCut: true });
});

it('is unknown where GitHub does not know the merge', async () => {
  const shop = await cut('squash', 1);
  const [pull] = shop.github.pulls;
  if (pull !== undefined) shop.github.pulls.splice(0, 1, { ...pull, mergeCommit: null, landed: [pull.mergeCommit ?? ''] });
  expect(await told(shop)).toMatchObject({ cut: true, holes: [expect.stringContaining('does not know its merge')] });
});

it('is unknown where GitHub tells a commit that git does not find in it', async () => {
  const shop = await cut('squash', 2);
  const [pull] = shop.github.pulls;
  const stranger = shop.commit('main', 'd', '4');
  git(shop.directory, ['reset', '--quiet', '--hard', 'HEAD^']);
  if (pull !== undefined) shop.github.pulls.splice(0, 1, { ...pull, commits: [stranger, ...pull.commits] });
  expect(await told(shop)).toMatchObject({ cut: true, holes: [expect.stringContaining('git cannot tell where it began')] });
});

it('is unknown where GitHub does not tell who made the others', async () => {
  const shop = await cut('squash', 1);
  shop.double.refuse('PeopleOfCommits', { status: 500 });
  expect(await told(shop)).toMatchObject({ cut: true, holes: [expect.stringContaining('commits of pull request 1: GitHub refused')] });
});

it('is not tested where it may not ask who made the others', async () => {
  const shop = await cut('squash', 1);
  shop.double.forbid('PeopleOfCommits');
  expect(await told(shop)).toMatchObject({ cut: true, holes: [], untold: expect.arrayContaining(['pull-requests']) });
});
