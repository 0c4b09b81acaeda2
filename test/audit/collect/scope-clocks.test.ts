import { afterAll, expect, test } from 'vitest';
import type { Gaps } from '../../../src/audit/collect/gaps.ts';
import { planScope } from '../../../src/audit/collect/plan.ts';
import { openObjectStore } from '../../../src/git/index.ts';
import { author, removeRepositories } from '../../support/git.ts';
import { makeWorld, settingsOf, sourcesOf } from './world.ts';

afterAll(removeRepositories);

const hour = 3_600_000;

/** The landings of a commit that GitHub says to have landed so many hours before its committer says to have made it. */
async function landingsOf(hours: number) {
  const world = makeWorld();
  const first = world.write('README.md');
  const sha = world.write('src/a.ts');
  const landed = (before: string | null, after: string, earlier: number): void => {
    const update = world.moved(before === null ? 'creation' : 'push', 'main', before, after);
    world.updates[0] = { ...update, at: new Date(author.timestamp * 1000 - earlier * hour).toISOString() };
  };
  landed(null, first, 100);
  landed(first, sha, hours);
  const gaps: Gaps = { holes: [], untold: [] };
  const clone = world.clone();
  await using store = await openObjectStore(clone);
  const facts = { scope: { kind: 'trail', flow: 'unit', trail: sha } as const, commits: [sha], trails: [] };
  const { plan } = await planScope(facts, settingsOf(), sourcesOf(clone, world.port()), store, gaps);
  return { isFound: plan.landings.some(({ after }) => after === sha), landings: plan.landings.length, holes: gaps.holes };
}

test.each([-1, 1, 23])('a commit that landed %i hours before it was made, by the clock of its committer, is found', async (hours) => {
  await expect(landingsOf(hours)).resolves.toEqual({ isFound: true, landings: 1, holes: [] });
});

test('one whose clock is further ahead is a hole', async () => {
  const { holes, isFound } = await landingsOf(25);
  expect([isFound, holes.length]).toEqual([false, 1]);
});
