import { afterAll, expect, it } from 'vitest';
import { git, removeRepositories } from '../../support/git.ts';
import { entry, path, writeAs } from './acceptances.ts';
import { collected, of } from './collected.ts';
import { makeWorld } from './world.ts';

afterAll(removeRepositories);

it('whoever edits a file is not the author of an entry that stood before, in whatever form it is written', async () => {
  const world = makeWorld();
  const first = writeAs(world, 'ann', `accepted:\n${entry('a')}`);
  world.moved('creation', 'main', null, first);
  writeAs(world, 'ben', `accepted:\n  - { owner: "alice", key: 'a', until: "2026-12-01", reason: known }\nflows: { unit: }\n`);
  const [accepted] = of(await collected(world), 'accepted');
  expect([accepted?.commit, accepted?.by?.author.name, accepted?.reworded]).toEqual([first, 'ann', undefined]);
});

it('tells whether the clone has the commit that a key names', async () => {
  const world = makeWorld();
  const first = world.write('README.md');
  world.write(path, `accepted:\n${[`r:commit:${first}`, `r:commit:${'0'.repeat(40)}:unit`, 'r:tag:v1'].map((key) => entry(key)).join('')}`);
  world.moved('creation', 'main', null, git(world.directory, ['rev-parse', 'HEAD']));
  expect(of(await collected(world), 'accepted').map(({ inClone }) => inClone)).toEqual([true, false, undefined]);
});

it('says nothing where nothing is accepted', async () => {
  const world = makeWorld();
  world.moved('creation', 'main', null, world.write('README.md'));
  expect(of(await collected(world), 'accepted')).toEqual([]);
});
