import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { madeAnew, opened, packed, audited, verified, type Verified } from '../recompute/packed-story.ts';
import { good, mappedBranches, openMappedStory } from '../world/mapped.ts';
import { alice, bob, type Story } from '../world/story.ts';

let story: Story;
let sha = '';

beforeEach(async () => {
  story = await openMappedStory();
  sha = (await good(story, story.open(alice, { 'release/b.ts': '1' }), 'release')).merge('squash', bob);
  await story.record(sha, { flow: 'release' });
  await story.artifact('b', 'release', sha);
});
afterEach(() => story.close());

/** Audits while things happen: the first time before the facts are read, and then after each reading of them. */
async function audit(happens: (time: number) => Promise<unknown>): Promise<readonly [lines: readonly Line[], said: Verified]> {
  const lines = await audited(story, { branches: mappedBranches, beforeLog: async (time) => void (await happens(time)) });
  const made = await opened(await packed(lines));
  return [lines, await verified(await madeAnew(made), made.manifest.log?.to.link)];
}

const once = (time: number, thing: () => Promise<unknown>) => async (now: number) => now === time && thing();

const trailsIn = (lines: readonly Line[]) => lines.flatMap((line) => (line.kind === 'landing' ? line.trails : []));

test('a no that is recorded after the facts were read is among them', async () => {
  const [lines, { code, recomputed }] = await audit(once(2, () => story.record(sha, { flow: 'release', failed: 1 })));
  const own = trailsIn(lines).find(({ flow, name }) => flow === 'release' && name === sha);
  expect([own?.records.at(-1)?.compliant, own?.records.at(-1)?.read, own?.state]).toEqual([false, true, 'NON-COMPLIANT']);
  expect([code, recomputed?.not_proved]).toEqual([0, []]);
});

test('so are a trail, an approval and a deployment', async () => {
  const [lines, { code, recomputed }] = await audit(
    once(2, async () => {
      await story.record(sha, { flow: 'unit' });
      const [name, text] = [sha.toUpperCase(), 'trail: { attestations: [] }'];
      await story.send('PUT', '/trails/acme/unit', { name, description: '' }, { name: 'template_file', text });
      await story.approve('b', 'release', 'bob');
      await story.runs('production', 'b');
    }),
  );
  const names = trailsIn(lines).flatMap(({ flow, name }) => (flow === 'unit' ? [name] : []));
  expect(names).toEqual(expect.arrayContaining([sha, sha.toUpperCase()]));
  expect(lines.filter(({ kind }) => kind === 'approval')).toHaveLength(1);
  expect(lines.flatMap((line) => (line.kind === 'artifact' ? line.running : []))).toEqual(['production']);
  expect([code, recomputed?.not_proved]).toEqual([0, []]);
});

test('a no that comes in the third round is among them too', async () => {
  const [lines, { code }] = await audit(
    async (time) => time > 1 && time < 5 && story.record(sha, { flow: 'release', failed: time === 4 ? 1 : 0 }),
  );
  expect(lines.filter(({ kind }) => kind === 'hole')).toEqual([]);
  expect([trailsIn(lines).find(({ flow }) => flow === 'release')?.state, code]).toEqual(['NON-COMPLIANT', 0]);
});

test('a trail that is recorded on all the time is a hole that names it, and no fact is later than the log', async () => {
  const [lines, { code, recomputed }] = await audit((time) => (time > 1 ? story.record(sha, { flow: 'release' }) : Promise.resolve()));
  const holes = lines.filter((line) => line.kind === 'hole');
  expect(holes).toEqual([
    {
      kind: 'hole',
      what: `trail ${sha} of flow release`,
      why: 'More was recorded about it after the facts had been read again 3 times',
      fix: 'Run the audit again when nobody records about it',
    },
  ]);
  expect([code, recomputed?.problems]).toEqual([2, []]);
});

test('what comes only after the third round is a hole too: a trail that begins with a no, and an approval', async () => {
  const [lines, { code, recomputed }] = await audit(async (time) => {
    if (time > 1 && time < 5) await story.record(sha, { flow: 'release' });
    if (time < 5) return;
    await story.record(sha, { flow: 'unit', trail: 'late', failed: 1 });
    await story.approve('b', 'release', 'alice');
  });
  const holes = lines.flatMap((line) => (line.kind === 'hole' ? [line.what] : []));
  // An approval is on the trail of its artifact too.
  const wanted = ['trail late of flow unit', `trail ${sha} of flow release`, 'approvals of the artifact bbbbbbbbbbb… in flow release'];
  expect(holes).toEqual(wanted);
  expect([code, recomputed?.problems]).toEqual([2, []]);
});

test('records about other changes make nobody read the facts again', async () => {
  const asked = (lines: readonly Line[]) =>
    lines.flatMap((line) => (line.kind === 'query' && line.of === 'service' ? [[line.text, line.times]] : []));
  const [quiet] = await audit(() => Promise.resolve());
  const [busy, { code }] = await audit(async (time) => {
    if (time > 1) await story.record('e'.repeat(40), { flow: 'unit' });
    await story.send(
      'POST',
      '/custom-attestation-types/acme',
      { name: `type-${time}`, description: '' },
      { name: 'type_schema', text: '{}' },
    );
  });
  expect([asked(busy), code]).toEqual([asked(quiet), 0]);
});
