import { expect, test } from 'vitest';
import { faults, silent } from '../world/faults.ts';
import { mappedBranches, mappedFaults, mappedSilent, moreBranches, moreMapped, openMappedStory } from '../world/mapped.ts';
import { evidence, shipped } from '../world/more-evidence.ts';
import { merges, reviews } from '../world/more-merges.ts';
import { openStory, type Story } from '../world/story.ts';
import { audited, madeAnew, opened, packed, verified } from './packed-story.ts';

/** Hundreds of things happen, and each is a process of git. */

type Scenes = Readonly<Record<string, (story: Story) => Promise<unknown>>>;

/** Each world with its scenes, and the branches that are audited. */
const worlds: readonly (readonly [name: string, open: () => Promise<Story>, scenes: Scenes, branches: readonly string[]])[] = [
  ['of one branch', () => openStory(), { ...silent, ...faults }, ['main']],
  ['of three branches', openMappedStory, { ...mappedSilent, ...mappedFaults }, mappedBranches],
  [
    'of many ways to land and to review',
    () => openStory({ flows: ['unit', 'other'], mostCommits: 250 }),
    { ...merges, ...reviews, ...evidence, ...shipped },
    ['main'],
  ],
  ['of branches that were created, deleted and promoted', openMappedStory, moreMapped, [...mappedBranches, ...moreBranches]],
];

test.for(worlds)('the package of a world %s is as good as its records and its answers', async ([, open, scenes, branches]) => {
  const story = await open();
  try {
    for (const scene of Object.values(scenes)) await scene(story);
    const made = await opened(await packed(await audited(story, { branches })));
    const { code, recomputed } = await verified(await madeAnew(made), made.manifest.log?.to.link);
    expect([code, recomputed?.problems, recomputed?.not_proved]).toEqual([0, [], []]);
    expect(recomputed?.github).toBeGreaterThan(50);
  } finally {
    await story.close();
  }
});
