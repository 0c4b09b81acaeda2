import { afterAll, describe, expect, it } from 'vitest';
import type { GitHubPort } from '../../../src/audit/collect/port.ts';
import { git, removeRepositories } from '../../support/git.ts';
import { entry, path, writeAs } from './acceptances.ts';
import { collected, of } from './collected.ts';
import { commitFact, makeWorld, pullOf, type World } from './world.ts';

afterAll(removeRepositories);

/** Merges a branch that writes the file, and gives its commit and the one that landed. */
function mergedFile(
  world: World,
  number: number,
  text: string,
  how: 'merge' | 'squash',
): { readonly own: string; readonly landed: string } {
  const { directory } = world;
  const before = git(directory, ['rev-parse', 'main']);
  git(directory, ['checkout', '--quiet', '-b', `file-${number}`]);
  const own = world.write(path, text);
  git(directory, ['checkout', '--quiet', 'main']);
  if (how === 'merge') git(directory, ['merge', '--quiet', '--no-ff', '-m', 'Merge', own]);
  else {
    git(directory, ['merge', '--quiet', '--squash', own]);
    git(directory, ['commit', '--quiet', '-m', 'Squash']);
  }
  const landed = git(directory, ['rev-parse', 'HEAD']);
  const { at } = world.moved('pull-request', 'main', before, landed);
  world.pulls.set(number, pullOf(number, 'main', at, landed, own, [commitFact(directory, own)]));
  return { own, landed };
}

function port(world: World, owners: Readonly<Record<string, readonly number[]>>): GitHubPort {
  return world.port({
    pullRequestsOf: async (shas) => {
      const of = new Map(shas.map((sha) => [sha, owners[sha] ?? []] as const));
      const pulls = [...new Set([...of.values()].flat())].flatMap((number) => world.pulls.get(number) ?? []);
      return { kind: 'whole', items: [{ pulls, of, cut: new Map() }] };
    },
  });
}

it('tells of each acceptance the commit in which it first stood so, and what brought that', async () => {
  const world = makeWorld();
  const first = world.write(path, `accepted:\n${entry('a')}${entry('c')}`);
  const begun = world.moved('creation', 'main', null, first);
  world.updates[0] = { ...begun, at: '2026-10-01T00:00:00.000Z' };
  const one = mergedFile(world, 1, `accepted:\n${entry('a')}${entry('c')}  # New\n${entry('b')}`, 'merge');
  const two = mergedFile(world, 2, `accepted:\n${entry('a', '2026-12-24')}${entry('c')}  # New\n${entry('b')}`, 'squash');
  // The branch of the second pull request went into another branch first.
  const other = { ...pullOf(3, 'next', '2026-11-01T00:00:00Z', two.landed, two.own, []) };
  world.pulls.set(3, other);
  const github = port(world, { [one.own]: [1], [one.landed]: [1], [two.landed]: [3, 2] });
  const lines = await collected(world, {}, { github });
  expect(of(lines, 'accepted').map(({ commit, key, pull }) => ({ commit, key, pull: pull?.number ?? null }))).toEqual([
    { key: 'a', commit: two.landed, pull: 2 },
    { key: 'c', commit: first, pull: null },
    { key: 'b', commit: one.own, pull: 1 },
  ]);
  expect(of(lines, 'query').find(({ text }) => text.includes('--simplify-merges'))).toMatchObject({ of: 'git', times: 1, answered: 3 });
  expect(of(lines, 'hole')).toEqual([]);
});

describe('whoever edits a file', () => {
  const begin = (world: World, text: string): string => {
    const sha = writeAs(world, 'ann', text);
    world.moved('creation', 'main', null, sha);
    return sha;
  };
  const told = async (world: World) =>
    of(await collected(world), 'accepted').map(({ by, commit, reworded }) => [commit, by?.author.name, reworded?.author.name]);

  it('is named where the reason is another one, and not where it was one before', async () => {
    const world = makeWorld();
    const first = begin(world, `accepted:\n${entry('a')}`);
    writeAs(world, 'ben', `accepted:\n${entry('a').replace('known', 'well known')}`);
    expect(await told(world)).toEqual([[first, 'ann', 'ben']]);
    writeAs(world, 'cat', `accepted:\n${entry('b')}${entry('a').replace('known', 'well known')}`);
    expect((await told(world)).at(-1)).toEqual([first, 'ann', 'ben']);
  });

  it.each([
    ['its owner is another one', entry('a').replace('alice', 'bob')],
    ['its end is another one', entry('a', '2026-12-02')],
    ['it is back after it was gone', ''],
  ])('is the author of an entry where %s', async (_, text) => {
    const world = makeWorld();
    begin(world, `accepted:\n${entry('a')}`);
    writeAs(world, 'ben', text === '' ? 'flows: { unit: }\n' : `accepted:\n${text}`);
    const last = text === '' ? writeAs(world, 'cat', `accepted:\n${entry('a')}`) : git(world.directory, ['rev-parse', 'HEAD']);
    expect(await told(world)).toEqual([[last, text === '' ? 'cat' : 'ben', undefined]]);
  });

  it('hides nobody with a version that cannot be read', async () => {
    const world = makeWorld();
    begin(world, `accepted:\n${entry('a')}# ${'x'.repeat(300_000)}\n`);
    writeAs(world, 'ben', `accepted:\n${entry('a')}`);
    expect(await told(world)).toEqual([[null, undefined, undefined]]);
  });
});
