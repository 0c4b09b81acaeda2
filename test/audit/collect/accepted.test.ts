import { afterAll, expect, it } from 'vitest';
import type { GitHubPort } from '../../../src/audit/collect/port.ts';
import { git, removeRepositories } from '../../support/git.ts';
import { collected, of } from './collected.ts';
import { commitFact, makeWorld, pullOf, type World } from './world.ts';

afterAll(removeRepositories);

const path = '.github/compliance-audit.yml';
const entry = (key: string, until = '2026-12-01'): string => `  - key: ${key}\n    reason: known\n    owner: alice\n    until: ${until}\n`;

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

it('tells of each acceptance the newest commit that a line of it comes from, and what brought that', async () => {
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
  expect(of(lines, 'query').find(({ text }) => text.includes('blame'))).toMatchObject({ of: 'git', times: 1, answered: 14 });
  expect(of(lines, 'hole')).toEqual([]);
});

it('says nothing where nothing is accepted', async () => {
  const world = makeWorld();
  world.moved('creation', 'main', null, world.write('README.md'));
  expect(of(await collected(world), 'accepted')).toEqual([]);
});
