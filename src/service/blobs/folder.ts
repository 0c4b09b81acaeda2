import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../../errors/index.ts';
import { Damage, hasCode } from '../faults.ts';
import { newRecordId } from '../record/id.ts';
import type { ReceivedBlob } from '../resources/attestations/tables.ts';
import { changed, takeIn, unreadable, wholeOf, type Blobs, type KeptFiles, type RestoredFiles, type Taken } from './blobs.ts';
import { hasRoom } from './room.ts';

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
async function moveUp(incoming: string, kept: string, id: string): Promise<void> {
  await rename(join(incoming, id), join(kept, id)).catch(async (error: unknown) => {
    await stat(join(kept, id)).catch(() => {
      throw error;
    });
  });
}

/** No request lasts so long: no record will name this file any more. */
const longestMs = 3_600_000;

/** Whether an incoming file was left behind by a process that is gone. Another one may be receiving it now. */
async function isLeft(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > longestMs;
}

async function readWhole(file: string, blob: ReceivedBlob): Promise<AsyncIterable<Uint8Array>> {
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

export function filesIn(dataDir: string): KeptFiles {
  return { names: () => namesIn(dataDir), problemOf: (blob) => problemIn(dataDir, blob), read: (blob) => readIn(dataDir, blob) };
}

/** It is kept, or incoming while its service runs or after a crash. It moves up once, so the kept ones are searched again. */
async function problemIn(dataDir: string, { id, filename, bytes, sha256 }: ReceivedBlob): Promise<string | undefined> {
  const called = calledFile({ id, filename });
  // Everyone who writes a new log also chooses these ids: none may lead out of the folder.
  if (!isBlobName(id)) return `The file ${called} has a name that no service gives.`;
  for (const file of placesOf(dataDir, id)) {
    const kind = await kindOf(file);
    if (kind === undefined) continue;
    // The target of a link may be another file tomorrow.
    if (kind === 'link') return `The file ${called} is a link, and no service makes one.`;
    const found = kind === 'file' ? await hashOf(file) : undefined;
    if (kind === 'file' && found === undefined) continue;
    return found?.bytes === bytes && found.sha256 === sha256 ? undefined : `The file ${called} is not the one that was recorded.`;
  }
  return `The file ${called} is missing.`;
}

/** A file may move from the incoming ones to the kept ones while it is looked for. */
async function readIn(dataDir: string, blob: ReceivedBlob): Promise<AsyncIterable<Uint8Array>> {
  const called = calledFile(blob);
  if (!isBlobName(blob.id)) throw new Damage(`The file ${called} has a name that no service gives.`);
  for (const file of placesOf(dataDir, blob.id)) {
    const kind = await kindOf(file);
    if (kind === 'link') throw new Damage(`The file ${called} is a link, and no service makes one.`);
    if (kind !== 'file') continue;
    try {
      return await readWhole(file, blob);
    } catch (error) {
      if (!(error instanceof Error && hasCode(error.cause, 'ENOENT'))) throw error;
    }
  }
  throw new Damage(`The file ${called} is missing.`);
}

export function isBlobName(name: string): boolean {
  return /^[a-f0-9-]+$/.test(name);
}

function calledFile({ filename, id }: Pick<ReceivedBlob, 'id' | 'filename'>): string {
  return `blobs/${id} (${JSON.stringify(filename)})`;
}

function placesOf(dataDir: string, id: string): readonly string[] {
  const kept = join(dataDir, 'blobs', id);
  return [kept, join(dataDir, 'blobs', 'incoming', id), kept];
}

async function namesIn(dataDir: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(join(dataDir, 'blobs'), { withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** The kind of thing under a path; `undefined` if there is nothing. */
async function kindOf(file: string): Promise<'file' | 'link' | 'other' | undefined> {
  try {
    const found = await lstat(file);
    return found.isFile() ? 'file' : found.isSymbolicLink() ? 'link' : 'other';
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** `undefined` if the file is gone by now. */
async function hashOf(file: string): Promise<{ readonly bytes: number; readonly sha256: string } | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(file)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** The folder that the root of a fresh ext4 volume has. It is no data. */
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
