import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { mappedBranches, openMappedStory, good } from '../world/mapped.ts';
import { alice, bob, type Story } from '../world/story.ts';
import { audited, opened, packed, verified, type Opened } from './packed-story.ts';

let story: Story;
let bytes: Buffer;
let made: Opened;
let head = '';

beforeAll(async () => {
  story = await openMappedStory();
  const sha = (await good(story, story.open(alice, { 'release/b.ts': '1' }), 'release')).merge('squash', bob);
  await story.record(sha, { flow: 'release' });
  await story.artifact('b', 'release', sha);
  await story.approve('b', 'release', 'bob');
  await story.runs('production', 'b');
  (await good(story, story.open(alice, { 'src/a.ts': '1' }))).merge('merge', bob);
  // Nothing of the next one is audited: its records are there as hashes.
  await story.record('e'.repeat(40), { flow: 'unit' });
  const lines = await audited(story, { branches: mappedBranches });
  bytes = await packed(lines);
  made = await opened(bytes);
  head = made.manifest.log?.to.link ?? '';
}, 120_000);
afterAll(() => story.close());

describe('a package whose verdicts are worked out again', () => {
  test('agrees', async () => {
    const said = await verified(bytes, head);
    console.log(JSON.stringify(said, null, 1));
    expect([said.code, said.outcome]).toEqual([0, 'witnessed']);
  }, 60_000);
});
export type { Line };
