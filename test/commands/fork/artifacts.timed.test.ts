import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDownloads } from '../../../src/commands/fork/artifacts.ts';
import { folderOf } from './folders.ts';

test('an artifact that is too large is refused without a look into it', async () => {
  const folder = folderOf({});
  mkdirSync(join(folder, 'bad'));
  writeFileSync(join(folder, 'bad', 'claims.json'), '');
  truncateSync(join(folder, 'bad', 'claims.json'), 2 * 1024 ** 3);
  const began = performance.now();
  expect((await readDownloads(folder)).refusals).toMatchObject([{ artifact: 'bad', why: expect.stringContaining('too large') }]);
  expect(performance.now() - began).toBeLessThan(2_000);
});
