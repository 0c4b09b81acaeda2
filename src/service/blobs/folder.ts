import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hasCode, wrongUse } from '../../errors/index.ts';
import { Damage } from '../faults.ts';
import { newRecordId } from '../record/id.ts';
import type { ReceivedBlob } from '../resources/attestations/tables.ts';
import { isBlobName, longestIncomingMs, measure, problemOf, readWhole, takeIn, unreadable } from './blobs.ts';
import type { Blobs, Content, KeptFiles, RestoredFiles, Taken } from './blobs.ts';
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
      return await readWhole(() => openFile(join(kept, blob.id)), blob);
    },
    keep: ({ id }) => moveUp(incoming, kept, id),
    discard: ({ id }) => rm(join(incoming, id), { force: true }),
    hasRoom: (isSuspected) => hasRoom([dataDir, incoming], isSuspected),
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

/** Whether an incoming file was left behind by a process that is gone. Another one may be receiving it now. */
async function isLeft(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > longestIncomingMs;
}

async function openFile(file: string): Promise<Content> {
  const handle = await open(file).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  const drop = (): Promise<void> => handle.close();
  try {
    const { size } = await handle.stat();
    return { bytes: size, pieces: handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>, drop };
  } catch (error) {
    await drop();
    throw error;
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
async function problemIn(dataDir: string, blob: ReceivedBlob): Promise<string | undefined> {
  if (!isBlobName(blob.id)) return problemOf(blob, 'name');
  for (const file of placesOf(dataDir, blob.id)) {
    const kind = await kindOf(file);
    if (kind === undefined) continue;
    // The target of a link may be another file tomorrow.
    if (kind === 'link') return problemOf(blob, 'link');
    const found = kind === 'file' ? await measure(createReadStream(file)).catch(unlessGone) : undefined;
    if (kind === 'file' && found === undefined) continue;
    return found?.bytes === blob.bytes && found.sha256 === blob.sha256 ? undefined : problemOf(blob, 'content');
  }
  return problemOf(blob, 'missing');
}

/** A file may move from the incoming ones to the kept ones while it is looked for. */
async function readIn(dataDir: string, blob: ReceivedBlob): Promise<AsyncIterable<Uint8Array>> {
  if (!isBlobName(blob.id)) throw new Damage(problemOf(blob, 'name'));
  for (const file of placesOf(dataDir, blob.id)) {
    const kind = await kindOf(file);
    if (kind === 'link') throw new Damage(problemOf(blob, 'link'));
    if (kind !== 'file') continue;
    try {
      return await readWhole(() => openFile(file), blob);
    } catch (error) {
      if (!(error instanceof Error && hasCode(error.cause, 'ENOENT'))) throw error;
    }
  }
  throw new Damage(problemOf(blob, 'missing'));
}

function placesOf(dataDir: string, id: string): readonly string[] {
  const kept = join(dataDir, 'blobs', id);
  return [kept, join(dataDir, 'blobs', 'incoming', id), kept];
}

async function namesIn(dataDir: string): Promise<readonly string[]> {
  const entries = (await readdir(join(dataDir, 'blobs'), { withFileTypes: true }).catch(unlessGone)) ?? [];
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}

/** The kind of thing under a path; `undefined` if there is nothing. */
async function kindOf(file: string): Promise<'file' | 'link' | 'other' | undefined> {
  const found = await lstat(file).catch(unlessGone);
  return found && (found.isFile() ? 'file' : found.isSymbolicLink() ? 'link' : 'other');
}

function unlessGone(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
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
    throw wrongUse(`The folder ${kept} is not empty: it holds ${found}. Nothing was changed.`, 'Restore the files into an empty folder.');
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
