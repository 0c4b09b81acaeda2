import { expect, test } from 'vitest';
import { faults, silent, type Fault, type Scene } from './faults.ts';
import { mappedBranches, mappedFaults, mappedSilent, openMappedStory } from './mapped.ts';
import { foundIn, play } from './play.ts';
import { openStory, type Story } from './story.ts';

/** Hundreds of things happen, and each is a process of git. */

/** Plays scenes one after the other; gives all that an audit must find, with the scene that it comes from. */
async function happen(story: Story, scenes: Readonly<Record<string, Scene | Fault>>): Promise<readonly string[]> {
  const expected: string[] = [];
  for (const scene of Object.values(scenes)) expected.push(...((await scene(story)) ?? []));
  return expected;
}

test('an audit says nothing about what went well, and finds each fault, and nothing else', async () => {
  const story = await openStory();
  try {
    await happen(story, silent);
    const expected = await happen(story, faults);
    const { audit, breaches } = await play(story);
    expect(breaches).toEqual([]);
    expect(audit.world.holes).toEqual([]);
    expect(foundIn(audit)).toEqual(expected.toSorted());
  } finally {
    await story.close();
  }
});

test('so it does where the file of the audit maps flows, over three branches', async () => {
  const story = await openMappedStory();
  try {
    await happen(story, mappedSilent);
    const { audit: green } = await play(story, { branches: mappedBranches });
    expect([green.world.holes, foundIn(green)]).toEqual([[], []]);
    const expected = await happen(story, mappedFaults);
    const { audit, breaches } = await play(story, { branches: mappedBranches });
    expect(breaches).toEqual([]);
    expect(audit.world.holes).toEqual([]);
    expect(foundIn(audit)).toEqual(expected.toSorted());
  } finally {
    await story.close();
  }
});
