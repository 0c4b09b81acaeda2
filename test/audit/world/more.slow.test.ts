import { expect, test } from 'vitest';
import type { Fault } from './faults.ts';
import { mappedBranches, moreBranches, moreMapped, openMappedStory } from './mapped.ts';
import { evidence, shipped } from './more-evidence.ts';
import { merges, reviews } from './more-merges.ts';
import { foundIn, play } from './play.ts';
import { alice, carol, openStory, type Story } from './story.ts';

/** Hundreds of things happen, and each is a process of git. */

interface Outcome {
  /** Each with the scene that it comes from. */
  readonly found: readonly string[];
  readonly expected: readonly string[];
  /** Everything that would make an audit less than whole. */
  readonly troubles: readonly unknown[];
}

/** Plays scenes, and audits them. */
async function outcomeOf(story: Story, scenes: Readonly<Record<string, Fault>>, branches: readonly string[] = ['main']): Promise<Outcome> {
  const sceneOf = new Map<string, string>();
  const expected: string[] = [];
  for (const [name, scene] of Object.entries(scenes)) {
    const before = story.github.pulls.length;
    const found = await scene(story);
    expected.push(...found);
    const pulls = story.github.pulls.slice(before).flatMap(({ head, mergeCommit, number }) => [String(number), head, mergeCommit ?? '']);
    for (const subject of [...pulls, ...found.map((one) => one.slice(one.indexOf(' ') + 1))]) sceneOf.set(subject, name);
  }
  const { audit, breaches } = await play(story, { branches });
  const named = (one: string): string => `${sceneOf.get(one.slice(one.indexOf(' ') + 1)) ?? 'no scene'}: ${one}`;
  return { found: foundIn(audit).map(named), expected: expected.toSorted().map(named), troubles: [...breaches, ...audit.world.holes] };
}

test('of many ways to land, review, test and ship, an audit finds those that went wrong, and nothing else', async () => {
  const story = await openStory({ flows: ['unit', 'other'], mostCommits: 250 });
  try {
    const { expected, found, troubles } = await outcomeOf(story, { ...merges, ...reviews, ...evidence, ...shipped });
    expect(troubles).toEqual([]);
    expect(found).toEqual(expected);
  } finally {
    await story.close();
  }
});

test('so it does of branches, controls, emergencies and bots, where the file of the audit maps flows', async () => {
  const story = await openMappedStory();
  try {
    const { expected, found, troubles } = await outcomeOf(story, moreMapped, [...mappedBranches, ...moreBranches]);
    expect(troubles).toEqual([]);
    expect(found).toEqual(expected);
  } finally {
    await story.close();
  }
});

test('so it does of a branch that is audited alone: what the default branch held when it was created is no landing of it', async () => {
  const story = await openStory();
  try {
    story.push(carol, { 'src/on-main.ts': '1' });
    const sha = story.repository.commit('release', alice, { 'src/on-release.ts': '1' }, 'Only here', { from: 'main' });
    story.wait(1);
    story.landed('branch_creation', alice, null, 'release');
    const { audit, breaches } = await play(story, { branches: ['release'] });
    expect([audit.world.holes, breaches]).toEqual([[], []]);
    expect(foundIn(audit)).toEqual([`change-without-trail ${sha}`, `pushed-directly ${sha}`]);
  } finally {
    await story.close();
  }
});
