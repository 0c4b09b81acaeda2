import { afterAll, beforeAll, expect, test } from 'vitest';
import { good, mappedBranches, openMappedStory } from '../world/mapped.ts';
import { alice, bob, type Story } from '../world/story.ts';
import { audited, opened, packed, verified } from './packed-story.ts';

// Another repository of the organization has a flow of its own, and what it made runs in the same environment.
let story: Story;
beforeAll(async () => {
  story = await openMappedStory();
  const elsewhere = 'e'.repeat(40);
  await story.record(elsewhere, { flow: 'elsewhere' });
  await story.artifact('f', 'elsewhere', elsewhere);
  await story.runs('production', 'fc');
  story.wait(24 * 60);
  (await good(story, story.open(alice, { 'src/a.ts': '1' }))).merge('merge', bob);
});
afterAll(() => story.close());

test('an artifact of a flow that was not asked about is no contradiction: its deployment rests on hidden records', async () => {
  const bytes = await packed(await audited(story, { branches: mappedBranches }));
  const { manifest } = await opened(bytes);
  const { code, recomputed } = await verified(bytes, manifest.log?.to.link);
  expect([code, recomputed?.problems]).toEqual([2, []]);
  expect(recomputed?.not_proved).toEqual([
    expect.stringMatching(/^Artifact f \(f{12}\) of no flow: it rests on records/),
    expect.stringMatching(/^Deployment production#1 to production: it rests on records/),
  ]);
});

test('the address of the service is known by a deployment too, where no trail and no artifact tells it', async () => {
  const bytes = await packed(await audited(story, { branches: mappedBranches, flows: ['release'] }));
  const { contents, manifest } = await opened(bytes);
  expect(contents.get('collected.ndjson')?.toString()).not.toContain('evidence.example/acme/flows/');
  const { recomputed } = await verified(bytes, manifest.log?.to.link);
  expect(recomputed?.problems).toEqual([]);
});
