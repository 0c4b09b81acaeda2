import { describe, expect, it } from 'vitest';
import { faults } from './faults.ts';
import { foundIn, play } from './play.ts';
import { silent } from './silent.ts';
import { openStory } from './story.ts';

describe('an audit of what happened', () => {
  it.each(Object.entries(silent))('says nothing about %s', async (_, scene) => {
    const story = await openStory();
    try {
      await scene(story);
      const { audit, breaches } = await play(story);
      expect(breaches).toEqual([]);
      expect(audit.world.holes).toEqual([]);
      expect(foundIn(audit)).toEqual([]);
    } finally {
      await story.close();
    }
  });

  it.each(Object.entries(faults))('finds %s, and nothing else', async (_, fault) => {
    const story = await openStory();
    try {
      const expected = await fault(story);
      const { audit, breaches } = await play(story);
      expect(breaches).toEqual([]);
      expect(audit.world.holes).toEqual([]);
      expect(foundIn(audit)).toEqual(expected.toSorted());
    } finally {
      await story.close();
    }
  });
});
