import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restoredFiles } from '../../../src/service/blobs/folder.ts';
import { folder } from '../support.ts';

test('a fresh volume at the folder of the files, or at the one above it, is empty', async () => {
  const at = await folder();
  for (const above of [at, join(at, 'blobs')]) await mkdir(join(above, 'lost+found'), { recursive: true });
  await expect(restoredFiles(at)).resolves.toBeDefined();
});

test('a folder that holds a file is refused, and named with it', async () => {
  const at = await folder();
  await mkdir(join(at, 'blobs'));
  await writeFile(join(at, 'blobs', 'mine'), '');
  await expect(restoredFiles(at)).rejects.toThrow(/blobs is not empty: it holds mine\. Nothing was changed/);
});
