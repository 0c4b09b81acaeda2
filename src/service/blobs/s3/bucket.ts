import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wrongUse } from '../../../errors/index.ts';
import type { Environment } from '../../backend.ts';
import { FilesUnreachable } from '../../faults.ts';
import { newRecordId } from '../../record/id.ts';
import type { ReceivedBlob } from '../../resources/attestations/tables.ts';
import { isBlobName, longestIncomingMs, measure, problemOf, readWhole, takeIn, unreadable } from '../blobs.ts';
import type { Blobs, Content, FilesPlace, KeptFiles, RestoredFiles, Taken } from '../blobs.ts';
import { hasRoom } from '../room.ts';
import { readBucket } from './exchange.ts';
import { objectsIn, type Objects } from './objects.ts';

/** A file for content on its way. It has no name, so that nothing of it stays, however the process ends. */
export interface Spool {
  readonly write: (chunks: AsyncIterable<Uint8Array>) => Promise<void>;
  readonly read: () => AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}

async function openSpool(): Promise<Spool> {
  const folder = await mkdtemp(join(tmpdir(), 'attached-'));
  try {
    const handle = await open(join(folder, 'file'), 'wx+', 0o600);
    return {
      write: async (chunks) => {
        for await (const chunk of chunks) await handle.writeFile(chunk);
      },
      read: () => handle.createReadStream({ autoClose: false, start: 0 }) as AsyncIterable<Buffer>,
      close: () => handle.close(),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folders of a bucket, as those of a data directory: a copy of the one serves as the other. */
const kept = 'blobs';
const incoming = 'blobs/incoming';

/**
 * Attached files in an object store, which any number of services share. A file arrives in `blobs/incoming`, and moves up after
 * its record is committed: so nothing that is kept is ever removed, whatever the database says.
 */
async function openS3Blobs(objects: Objects, hasBlob: (id: string) => Promise<boolean>): Promise<Blobs> {
  for await (const page of objects.list(incoming)) {
    for (const { ageMs, name } of page) {
      if (!isBlobName(name)) continue;
      if (await hasBlob(name)) await moveUp(objects, name);
      else if (ageMs > longestIncomingMs) await objects.remove(`${incoming}/${name}`);
    }
  }
  let isSuspected = false;
  return {
    async receive(content, filename) {
      const id = newRecordId();
      const taken = await bringIn(objects, id, content).catch((error: unknown) => {
        isSuspected = true;
        throw error;
      });
      return { id, filename, ...taken };
    },
    read: (blob) => readBlob(objects, blob),
    // The record is committed, and the file is safe and found where it is: a store that is gone by now spoils neither. The next
    // start moves it up.
    keep: ({ id }) => moveUp(objects, id).catch(() => {}),
    // A file that stays is removed by a start an hour later.
    discard: ({ id }) => objects.remove(`${incoming}/${id}`).catch(() => {}),
    hasRoom: async (isDiskSuspected) => {
      if (!(await hasRoom([tmpdir()], isDiskSuspected))) return false;
      await (isSuspected ? tryWriting(objects) : tryReading(objects));
      isSuspected = false;
      return true;
    },
  };
}

async function bringIn(objects: Objects, id: string, content: AsyncIterable<Uint8Array>): Promise<Taken> {
  // A store wants to know the length and the hash before the content comes, and memory is for more than one file.
  const spool = await openSpool();
  try {
    const taken = await takeIn(content, spool.write);
    await objects.put(`${incoming}/${id}`, { ...taken, read: spool.read });
    return taken;
  } finally {
    await spool.close();
  }
}

/** Moves a file to those that are kept, unless another process has done so. */
async function moveUp(objects: Objects, id: string): Promise<void> {
  if (await objects.copy(`${incoming}/${id}`, `${kept}/${id}`)) await objects.remove(`${incoming}/${id}`);
}

/** The content of a record's file. Throws `Damage`, at its end at the latest, if it is missing or another one. */
function readBlob(objects: Objects, blob: ReceivedBlob): Promise<AsyncIterable<Uint8Array>> {
  const open = async (): Promise<Content> => {
    const found = await contentOf(objects, blob);
    if (found === undefined) throw unreadable();
    return found;
  };
  return readWhole(open, blob);
}

/** The file of a record. It moves up once, so the kept ones are searched again. */
async function contentOf(objects: Objects, { id }: ReceivedBlob): Promise<Content | undefined> {
  if (!isBlobName(id)) return undefined;
  for (const folder of [kept, incoming, kept]) {
    const found = await objects.get(`${folder}/${id}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Writes, reads and removes an object. Throws if the store does not let it. */
async function tryWriting(objects: Objects): Promise<void> {
  const key = `${incoming}/${newRecordId()}`;
  const sha256 = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
  await objects.put(key, { bytes: 1, sha256, read: () => [Buffer.from('x')] });
  await (await objects.get(key))?.drop();
  await objects.remove(key);
  await tryReading(objects);
}

async function tryReading(objects: Objects): Promise<void> {
  await objects.list(incoming, 1)[Symbol.asyncIterator]().next();
}

function filesInBucket(objects: Objects): KeptFiles {
  return {
    names: async () => (await Array.fromAsync(objects.list(kept))).flat().map(({ name }) => name),
    problemOf: (blob) => problemIn(objects, blob),
    read: (blob) => readBlob(objects, blob),
  };
}

async function problemIn(objects: Objects, blob: ReceivedBlob): Promise<string | undefined> {
  if (!isBlobName(blob.id)) return problemOf(blob, 'name');
  const found = await contentOf(objects, blob);
  if (found === undefined) return problemOf(blob, 'missing');
  const { bytes, sha256 } = await measure(found.pieces, blob.bytes);
  return bytes === blob.bytes && sha256 === blob.sha256 ? undefined : problemOf(blob, 'content');
}

/**
 * Puts the files of a backup into a bucket, in the way of a service: they arrive in `blobs/incoming`. If all ends after their
 * records are committed, a service moves those up that are still there. `called` is the place for people.
 */
async function restoredInBucket(objects: Objects, called: string): Promise<RestoredFiles> {
  for await (const [found] of objects.list(kept, 1)) {
    if (found === undefined) break;
    throw wrongUse(
      `${called} is not empty: it holds ${kept}/${found.name}. Nothing was changed.`,
      'Restore the files into an empty bucket, or below another prefix.',
    );
  }
  const names = new Set<string>();
  return {
    add: async ({ id }, content) => {
      names.add(id);
      await bringIn(objects, id, content);
    },
    keep: async () => {
      for (const id of names) await moveUp(objects, id);
    },
    drop: async () => {
      for (const id of names) await objects.remove(`${incoming}/${id}`);
    },
  };
}

export function bucketPlace(blobs: string, env: Environment): FilesPlace {
  const bucket = readBucket(blobs, env);
  const objects = objectsIn(bucket);
  return {
    claim: async () => {
      await tryWriting(objects).catch((cause: unknown) => {
        if (!(cause instanceof FilesUnreachable)) throw cause;
        throw wrongUse(
          `The attached files cannot be kept in ${cause.message}.`,
          'Check the bucket, its region and endpoint, and that the credentials may list it, and put, get and delete objects there.',
          cause,
        );
      });
    },
    open: (hasBlob) => openS3Blobs(objects, hasBlob),
    kept: filesInBucket(objects),
    openEmpty: () => restoredInBucket(objects, blobs),
  };
}
