import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newRecordId } from '../record-id.ts';
import type { ReceivedBlob } from '../store.ts';

/** Attached files on the disk. The database alone says which of them count. */
export interface Blobs {
  /** Writes a stream to the disk, hashing as it goes; when this answers, the file would survive a crash. */
  readonly receive: (content: AsyncIterable<Buffer>, filename: string) => Promise<ReceivedBlob>;
  /** The record that names the blob is committed. */
  readonly keep: (blob: ReceivedBlob) => Promise<void>;
  /** No record will name the blob. */
  readonly discard: (blob: ReceivedBlob) => Promise<void>;
}

/**
 * Opens the folder `blobs` of a data directory. Files arrive in `blobs/incoming` and move up once their record is
 * committed; for what a crash left there the database says whether it is kept, so that a start does not read the kept files.
 */
export async function openBlobs(dataDir: string, hasBlob: (id: string) => Promise<boolean>): Promise<Blobs> {
  const kept = join(dataDir, 'blobs');
  const incoming = join(kept, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  for (const id of await readdir(incoming)) {
    if (await hasBlob(id)) await rename(join(incoming, id), join(kept, id));
    else await rm(join(incoming, id), { force: true });
  }
  return {
    async receive(content, filename) {
      const id = newRecordId();
      const file = join(incoming, id);
      const hash = createHash('sha256');
      let bytes = 0;
      try {
        // `flush` is fsync: the file is on the disk before the record that names it.
        await pipeline(
          content,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              hash.update(chunk);
              bytes += chunk.length;
              yield chunk;
            }
          },
          createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
        );
        await syncFolder(incoming);
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
      return { id, filename, bytes, sha256: hash.digest('hex') };
    },
    keep: ({ id }) => rename(join(incoming, id), join(kept, id)),
    discard: ({ id }) => rm(join(incoming, id), { force: true }),
  };
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and needs no such call.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
