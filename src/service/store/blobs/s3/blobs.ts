import { tmpdir } from 'node:os';
import { newRecordId } from '../../record-id.ts';
import type { ReceivedBlob } from '../../model/attestations.ts';
import type { Blobs } from '../blobs.ts';
import { hasRoom } from '../room.ts';
import { takeIn, type Taken } from '../take-in.ts';
import { changed, unreadable, wholeOf } from '../whole.ts';
import type { Content, Objects } from './objects.ts';
import { openSpool } from './spool.ts';

/** The folders of a bucket, as those of a data directory: a copy of the one serves as the other. */
export const kept = 'blobs';
export const incoming = 'blobs/incoming';

/** No request lasts so long: nobody will name this file any more. */
const longestMs = 3_600_000;

/**
 * Attached files in an object store, which any number of services share. A file arrives in `blobs/incoming`, and moves up after
 * its record is committed: so nothing that is kept is ever removed, whatever the database says.
 */
export async function openS3Blobs(objects: Objects, hasBlob: (id: string) => Promise<boolean>): Promise<Blobs> {
  for await (const page of objects.list(incoming)) {
    for (const { ageMs, name } of page) {
      if (!isId(name)) continue;
      if (await hasBlob(name)) await moveUp(objects, name);
      else if (ageMs > longestMs) await objects.remove(`${incoming}/${name}`);
    }
  }
  let isSuspected = false;
  let looking: Promise<boolean> | undefined;
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
    hasRoom: (isDiskSuspected) =>
      (looking ??= (async () => {
        if (!(await hasRoom([tmpdir()], isDiskSuspected))) return false;
        await (isSuspected ? tryWriting(objects) : tryReading(objects));
        isSuspected = false;
        return true;
      })().finally(() => {
        looking = undefined;
      })),
  };
}

/** Puts a file among the incoming ones. */
export async function bringIn(objects: Objects, id: string, content: AsyncIterable<Uint8Array>): Promise<Taken> {
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
export async function moveUp(objects: Objects, id: string): Promise<void> {
  if (await objects.copy(`${incoming}/${id}`, `${kept}/${id}`)) await objects.remove(`${incoming}/${id}`);
}

/** The content of the file of a record. Throws `Damage`, at its end at the latest, if it is missing or another one. */
export async function readBlob(objects: Objects, blob: ReceivedBlob): Promise<AsyncIterable<Uint8Array>> {
  const found = await contentOf(objects, blob);
  if (found === undefined) throw unreadable();
  const pieces = piecesOf(found, blob);
  // The content is let go of wherever its reader stops, from here on.
  await pieces.next();
  return pieces;
}

/** Yields nothing first, and then the content. */
async function* piecesOf(found: Content, blob: ReceivedBlob): AsyncGenerator<Uint8Array> {
  try {
    // A longer file would be cut off at the length that is announced, before its end is seen.
    if (found.bytes !== blob.bytes) throw changed();
    yield new Uint8Array();
    yield* wholeOf(found.pieces, blob);
  } finally {
    await found.drop();
  }
}

/** Whether a name is of the form that this program gives. Nothing else is asked for. */
export function isId(name: string): boolean {
  return /^[a-f0-9-]+$/.test(name);
}

/** The file of a record. It moves up once, so the kept ones are searched again. */
export async function contentOf(objects: Objects, { id }: ReceivedBlob): Promise<Content | undefined> {
  if (!isId(id)) return undefined;
  for (const folder of [kept, incoming, kept]) {
    const found = await objects.get(`${folder}/${id}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Writes, reads and removes an object. Throws if the store does not let it. */
export async function tryWriting(objects: Objects): Promise<void> {
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
