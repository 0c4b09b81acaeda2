import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { attest, field, folder, putFlow, red, world, type World } from '../support.ts';

const asks = (name: string): string => `version: 1\ntrail:\n  attestations:\n    - {name: ${name}, type: junit}\n`;

/** The verdicts that are kept, without asking the service: whoever asks makes it work one out. */
function kept(it: World): readonly unknown[] {
  const database = new DatabaseSync(join(it.dataDir, 'evidence.db'), { readOnly: true });
  try {
    return database
      .prepare('select answer from gate_answers order by about_id')
      .all()
      .map(({ answer }) => field(JSON.parse(String(answer)), 'verdict'));
  } finally {
    database.close();
  }
}

test('answers are worked out and kept after a write, and again for all trails of a flow after a new template', async () => {
  const it = await world(await folder());
  await putFlow(it, 'f', asks('unit'));
  await attest(it, 'f/one');
  await attest(it, 'f/two', { junit_results: [red] });
  await vi.waitUntil(() => kept(it).length === 2, { timeout: 20_000 });
  expect(kept(it)).toEqual(['compliant', 'non-compliant']);
  await putFlow(it, 'f', asks('lint'));
  await vi.waitUntil(() => kept(it)[0] === 'incomplete', { timeout: 20_000 });
  // Nothing of it is in the log, and it goes on after a restart.
  const again = await it.restart();
  expect(field((await again.get('/trails/acme/f')).body, '1.gate.verdict')).toBe('incomplete');
  await attest(again, 'f/one', { attestation_name: 'lint' });
  await vi.waitUntil(() => kept(again)[0] === 'compliant', { timeout: 20_000 });
});
