import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Damage } from '../damage.ts';
import { newRecordId } from '../record-id.ts';
import { hasRoom } from './room.ts';
import type { ReceivedBlob } from '../model/attestations.ts';
import type { Blobs } from './blobs.ts';

/**
 * Opens the folder `blobs` of a data directory. Files arrive in `blobs/incoming` and move up after their record is committed. The
 * database says whether a file that a crash left there is kept, so that a start does not read the kept files.
 */
export async function openBlobs(dataDir: string, hasBlob: (id: string) => Promise<boolean>): Promise<Blobs> {
  const kept = join(dataDir, 'blobs');
  const incoming = join(kept, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  for (const id of await readdir(incoming)) {
    if (await hasBlob(id)) await rename(join(incoming, id), join(kept, id));
    else await rm(join(incoming, id), { force: true });
  }
  let looking: Promise<boolean> | undefined;
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
    read: (blob) => readWhole(join(kept, blob.id), blob),
    keep: ({ id }) => rename(join(incoming, id), join(kept, id)),
    discard: ({ id }) => rm(join(incoming, id), { force: true }),
    // All callers meanwhile get the same answer: each check may write a megabyte.
    hasRoom: (isSuspected) =>
      (looking ??= hasRoom([dataDir, incoming], isSuspected).finally(() => {
        looking = undefined;
      })),
  };
}

async function readWhole(file: string, blob: ReceivedBlob): Promise<AsyncIterable<Uint8Array>> {
  const pieces = piecesOf(file, blob);
  // The file is open now, and is closed wherever its reader stops.
  await pieces.next();
  return pieces;
}

/**
 * Yields nothing first, and then the content. The last piece is held back until the whole is known to be the same, so that nobody
 * gets the whole of a changed file.
 */
async function* piecesOf(file: string, { bytes, sha256 }: ReceivedBlob): AsyncGenerator<Uint8Array> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new Damage('The file of a record cannot be read.', { cause });
  });
  try {
    // A longer file would be cut off at the length that is announced, before its end is seen.
    if ((await handle.stat()).size !== bytes) throw changed();
    let last: Uint8Array = new Uint8Array();
    const hash = createHash('sha256');
    yield last;
    for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      if (last.length > 0) yield last;
      last = chunk;
    }
    if (hash.digest('hex') !== sha256) throw changed();
    yield last;
  } finally {
    await handle.close();
  }
}

function changed(): Damage {
  return new Damage('The file of a record is not the one that was attached to it.');
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
