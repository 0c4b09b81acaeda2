import { expect, test } from 'vitest';
import { evidence } from './more-evidence.ts';
import { merges } from './more-merges.ts';
import { reviews } from './more-reviews.ts';
import { shipped } from './more-shipped.ts';
import { foundIn, play } from './play.ts';
import { openStory } from './story.ts';

/** Hundreds of things happen, and each is a process of git. */
const timeout = 300_000;

test('of many ways to land, review, test and ship, an audit finds those that went wrong, and nothing else', { timeout }, async () => {
  const story = await openStory({ flows: ['unit', 'other'], mostCommits: 250 });
  try {
    const expected: string[] = [];
    const from = new Map<string, string>();
    for (const [name, scene] of Object.entries({ ...merges, ...reviews, ...evidence, ...shipped })) {
      const pulls = story.github.pulls.length;
      try { for (const one of await scene(story)) { expected.push(one); from.set(one, name); } } catch (e) { console.log('SCENE', name, e); }
      for (const p of story.github.pulls.slice(pulls)) for (const s of [String(p.number), p.head, p.mergeCommit ?? '']) from.set(s, name);
    }
    const { audit, breaches } = await play(story);
    const found = foundIn(audit);
    for (const f of found.filter((x) => !expected.includes(x))) console.log('EXTRA', f, from.get(f.split(' ')[1] ?? ''));
    for (const f of expected.filter((x) => !found.includes(x))) console.log('MISSED', f, from.get(f));
    expect(breaches).toEqual([]);
    expect(audit.world.holes).toEqual([]);
    expect(found).toEqual(expected.toSorted());
  } finally {
    await story.close();
  }
});
