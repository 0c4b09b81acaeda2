import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { attest, folder, world } from '../support.ts';

test('answers wait for a pause in the writes to all trails', async () => {
  const it = await world(await folder());
  const database = new DatabaseSync(join(it.dataDir, 'evidence.db'), { readOnly: true });
  const kept = () => database.prepare('select about_id from gate_answers').all().length;
  await attest(it, 'f/one');
  const until = performance.now() + 2000;
  for (let count = 0; performance.now() < until; count += 1) {
    await attest(it, `f/other-${count % 3}`);
    await sleep(50);
  }
  expect(kept()).toBe(0);
  await vi.waitUntil(() => kept() === 4, { timeout: 20_000 });
  database.close();
});
