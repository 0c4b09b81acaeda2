import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { postgresDatabase } from '../../src/service/postgres.ts';
import { newDatabase } from '../support/postgres/database.ts';
import { backedUp } from './backup-support.ts';
import { expectRestored, filled, killRestores } from './restore-killed.ts';
import { folder } from './support.ts';

test('a restore into a database that is killed at any moment leaves nothing or everything, and the next one begins anew', async () => {
  const bytes = await backedUp(await filled(150));
  const file = join(await folder(), 'backup.tar');
  await writeFile(file, bytes);
  const place = { url: await newDatabase(), blobs: await folder() };
  const to = postgresDatabase(place);
  expect((await killRestores(file, `postgresDatabase(${JSON.stringify(place)})`, to)).kills).toBeGreaterThan(3);
  await expectRestored(to, bytes);
}, 240_000);
