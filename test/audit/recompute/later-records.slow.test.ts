import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Line } from '../../../src/audit/facts/line.ts';
import { good, mappedBranches, openMappedStory } from '../world/mapped.ts';
import { alice, bob, carol, type Story } from '../world/story.ts';
import { audited, madeAnew, opened, packed, verified, withFacts, type Opened, type Verified } from './packed-story.ts';

let story: Story;
let made: Opened;
let head = '';
let red = '';

beforeAll(async () => {
  story = await openMappedStory();
  (await good(story, story.open(alice, { 'src/a.ts': '1' }))).merge('merge', bob);
  const change = story.open(carol, { 'src/red.ts': '1' });
  red = change.head();
  await story.record(red);
  change.review(bob, 'APPROVED');
  change.merge('squash', bob);
  made = await opened(await packed(await audited(story, { branches: mappedBranches })));
  head = made.manifest.log?.to.link ?? '';
});
afterAll(() => story.close());

describe('a package whose facts were read before the last records were made', () => {
  /** The facts of an audit, with the log and the end of a later one that knows of a no. */
  async function raced(): Promise<Opened> {
    const lines = await audited(story, { branches: mappedBranches });
    await story.record(red, { failed: 1 });
    const later = await audited(story, { branches: mappedBranches });
    const isOfLog = ({ kind }: Line): boolean => ['log', 'record', 'attached', 'end'].includes(kind);
    const all = [...lines.filter((line) => !isOfLog(line)), ...later.filter(isOfLog)];
    return opened(
      await packed(
        all.map((line) => (line.kind === 'end' ? { ...line, counts: countsOf(all.filter(({ kind }) => kind !== 'end')) } : line)),
      ),
    );
  }

  test('is no yes, though the records were made while the audit ran', async () => {
    const from = await raced();
    const said = await verified(await madeAnew(from), from.manifest.log?.to.link);
    // By the clock of the story an hour lies between the record and the beginning of the audit.
    expect([said.code, said.recomputed?.problems]).toEqual([2, []]);
    expect(said.recomputed?.not_proved).toContainEqual(
      expect.stringMatching(/^More was recorded after this fact was read, and the report does not know it: Trail \w+ of flow unit: /),
    );
  });

  test('does not hold where they were made before the audit began', async () => {
    const from = await raced();
    const at = '2030-02-01T00:00:00Z';
    const old = await withFacts(from, (all) => all.map((line) => (line.kind === 'audit' ? { ...line, at } : line)));
    const lied = await verified(await madeAnew(await opened(old), { at }), from.manifest.log?.to.link);
    expect([lied.code, lied.recomputed?.problems]).toEqual([1, [expect.stringMatching(/^Trail \w+ of flow unit: /)]]);
  });
});

describe('the end of collecting by the clock of the service', () => {
  const endedAt = async (service: string | null): Promise<Verified> => {
    const bytes = await withFacts(made, (lines) =>
      lines.map((line) => (line.kind === 'end' ? { ...line, ended: { at: '2030-01-09T00:00:00Z', service } } : line)),
    );
    return verified(bytes, head);
  };

  test('may be later than the last record', async () => {
    expect((await endedAt('2030-03-01T00:00:00Z')).code).toBe(0);
  });

  test('is at most a minute before the last record', async () => {
    const { code, recomputed } = await endedAt('2030-01-08T00:00:00Z');
    expect([code, recomputed?.problems]).toEqual([
      1,
      ['Collecting ended at 2030-01-08T00:00:00Z by the clock of the service, and a record is later: the facts cannot know it'],
    ]);
  });

  test('is not proved where the service did not tell it', async () => {
    const { code, recomputed } = await endedAt(null);
    expect([code, recomputed?.not_proved]).toEqual([
      2,
      [expect.stringMatching(/^When collecting ended is not known by the clock of the service/)],
    ]);
  });
});

function countsOf(lines: readonly { readonly kind: string }[]): Readonly<{ [kind: string]: number }> {
  const counts: { [kind: string]: number } = {};
  for (const { kind } of lines) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
