import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../../../errors/index.ts';
import type { RestoredFiles } from './blobs.ts';
import { moveUp, syncFolder } from './folder.ts';

/** The folder that the root of a fresh ext4 volume has. It is nobody's data. */
export const freshVolume = 'lost+found';

/**
 * Puts the files of a backup into the folder `blobs` of a data directory, in the way of a service: they arrive in
 * `blobs/incoming`. If all ends after their records are committed, a service moves those up that are still there.
 */
export async function restoredFiles(dataDir: string): Promise<RestoredFiles> {
  const kept = join(dataDir, 'blobs');
  const incoming = join(kept, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const found = (await readdir(kept)).find((name) => name !== 'incoming' && name !== freshVolume);
  if (found !== undefined) {
    throw new UsageError('invalid-input', `The folder ${kept} is not empty: it holds ${found}. Nothing was changed.`, {
      fix: 'Restore the files into an empty folder.',
    });
  }
  // One that an interrupted restore left there has another content, or none.
  const names = new Set<string>();
  return {
    add: async ({ id }, content) => {
      const file = join(incoming, id);
      await rm(file, { force: true });
      names.add(id);
      await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
    },
    keep: async () => {
      await syncFolder(incoming);
      for (const id of await readdir(incoming)) if (names.has(id)) await moveUp(incoming, kept, id);
      await syncFolder(kept);
    },
    drop: async () => {
      for (const id of names) await rm(join(incoming, id), { force: true });
    },
  };
}
