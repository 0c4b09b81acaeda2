import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backedUp } from './backup-support.ts';
import { expectRestored, filled, killRestores } from './restore-killed.ts';
import { folder } from './support.ts';

test('a restore that is killed at any moment leaves nothing or everything, and the next one begins anew', async () => {
  const bytes = await backedUp(await filled(150));
  const [file, there] = [join(await folder(), 'backup.tar'), join(await folder(), 'there')];
  await writeFile(file, bytes);
  const { isLastKilled, kills } = await killRestores(file, JSON.stringify(there), there);
  expect(kills).toBeGreaterThan(3);
  // One that is killed after all is there has not yet taken away what it worked in.
  const rest = isLastKilled ? ['restoring', 'service.lock-journal'] : [];
  expect((await readdir(there)).filter((name) => !rest.includes(name)).toSorted()).toEqual(['blobs', 'evidence.db', 'service.lock']);
  await expectRestored(there, bytes);
});
