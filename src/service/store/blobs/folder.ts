import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newRecordId } from '../record-id.ts';
import { hasRoom } from './room.ts';
import { takeIn, type Taken } from './take-in.ts';
import { changed, unreadable, wholeOf } from './whole.ts';
import type { ReceivedBlob } from '../model/attestations.ts';
import type { Blobs } from './blobs.ts';

/**
 * Opens the folder `blobs` of a data directory. Files arrive in `blobs/incoming` and move up after their record is committed. The
 * database says whether a file that a crash left there is kept, so that a start does not read the kept files.
 */
export async function openBlobs(
  dataDir: string,
  hasBlob: (id: string) => Promise<boolean>,
  { shared = false }: { readonly shared?: boolean } = {},
): Promise<Blobs> {
  const kept = join(dataDir, 'blobs');
  const incoming = join(kept, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  for (const id of await readdir(incoming)) {
    if (await hasBlob(id)) await moveUp(incoming, kept, id);
    else if (!shared || (await isLeft(join(incoming, id)))) await rm(join(incoming, id), { force: true });
  }
  let looking: Promise<boolean> | undefined;
  return {
    async receive(content, filename) {
      const id = newRecordId();
      const file = join(incoming, id);
      let taken: Taken;
      try {
        // `flush` is fsync: the file is on the disk before the record that names it.
        taken = await takeIn(content, (chunks) => pipeline(chunks, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })));
        await syncFolder(incoming);
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
      return { id, filename, ...taken };
    },
    read: async (blob) => {
      // Another process may have kept the record, and not yet moved the file; or it ended before it could.
      if (shared) await moveUp(incoming, kept, blob.id).catch(() => {});
      return await readWhole(join(kept, blob.id), blob);
    },
    keep: ({ id }) => moveUp(incoming, kept, id),
    discard: ({ id }) => rm(join(incoming, id), { force: true }),
    // All callers meanwhile get the same answer: each check may write a megabyte.
    hasRoom: (isSuspected) =>
      (looking ??= hasRoom([dataDir, incoming], isSuspected).finally(() => {
        looking = undefined;
      })),
  };
}

/** Moves a file to those that are kept, unless another process has done so. */
export async function moveUp(incoming: string, kept: string, id: string): Promise<void> {
  await rename(join(incoming, id), join(kept, id)).catch(async (error: unknown) => {
    await stat(join(kept, id)).catch(() => {
      throw error;
    });
  });
}

/** No request lasts so long: nobody will name this file any more. */
const longestMs = 3_600_000;

/** Whether an incoming file was left behind by a process that is gone. Another one may be receiving it now. */
async function isLeft(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > longestMs;
}

/** Opens a file, and gives its content. */
export async function readWhole(file: string, blob: ReceivedBlob): Promise<AsyncIterable<Uint8Array>> {
  const pieces = piecesOf(file, blob);
  // The file is open now, and is closed wherever its reader stops.
  await pieces.next();
  return pieces;
}

/** Yields nothing first, and then the content. */
async function* piecesOf(file: string, blob: ReceivedBlob): AsyncGenerator<Uint8Array> {
  const handle = await open(file).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  try {
    // A longer file would be cut off at the length that is announced, before its end is seen.
    if ((await handle.stat()).size !== blob.bytes) throw changed();
    yield new Uint8Array();
    yield* wholeOf(handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>, blob);
  } finally {
    await handle.close();
  }
}

export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and needs no such call.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
