import { createHash } from 'node:crypto';
import { Damage } from '../faults.ts';
import type { ReceivedBlob } from '../resources/attestations/tables.ts';

/** The content of a file that is open. */
export interface Content {
  readonly bytes: number;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Lets go of what was not read. */
  readonly drop: () => Promise<void>;
}

/** The content of a kept file, once it is open; it is let go of wherever its reader stops. */
export async function readWhole(open: () => Promise<Content>, blob: ReceivedBlob): Promise<AsyncIterable<Uint8Array>> {
  const pieces = piecesOf(open, blob);
  await pieces.next();
  return pieces;
}

/**
 * Yields nothing first, and then the content. Its last piece waits until the whole is known to be unchanged, so that nobody gets all of a
 * changed file.
 */
async function* piecesOf(open: () => Promise<Content>, blob: ReceivedBlob): AsyncGenerator<Uint8Array> {
  const { bytes, drop, pieces } = await open();
  try {
    // A longer file would be cut off at the length that is announced, before its end is seen.
    if (bytes !== blob.bytes) throw changed();
    let last: Uint8Array = new Uint8Array();
    yield last;
    const hash = createHash('sha256');
    for await (const chunk of pieces) {
      hash.update(chunk);
      if (last.length > 0) yield last;
      last = chunk;
    }
    if (hash.digest('hex') !== blob.sha256) throw changed();
    yield last;
  } finally {
    await drop();
  }
}

function changed(): Damage {
  return new Damage('The file of a record is not the one that was attached to it.');
}

export function unreadable(cause?: unknown): Damage {
  return new Damage('The file of a record cannot be read.', { cause });
}

/** Whether a name is of the form that this program gives. Everyone who writes a new log also chooses these: none may lead out of its folder. */
export function isBlobName(name: string): boolean {
  return /^[a-f0-9-]+$/.test(name);
}

const problems = {
  name: 'has a name that no service gives',
  link: 'is a link, and no service makes one',
  content: 'is not the one that was recorded',
  missing: 'is missing',
};

/** A sentence about the file of a record. */
export function problemOf({ filename, id }: ReceivedBlob, of: keyof typeof problems): string {
  return `The file blobs/${id} (${JSON.stringify(filename)}) ${problems[of]}.`;
}

/** No request lasts so long: no record will name a file any more that is still incoming then. */
export const longestIncomingMs = 3_600_000;

export interface Taken {
  readonly bytes: number;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly sha256: string;
}

/** Hands what comes in to a writer, and hashes it on the way, as far as the writer reads it. */
export async function takeIn(
  content: AsyncIterable<Uint8Array>,
  write: (chunks: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Taken> {
  const hash = createHash('sha256');
  let bytes = 0;
  await write(
    (async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    })(),
  );
  return { bytes, sha256: hash.digest('hex') };
}

/** Hashes content up to a number of bytes: what is longer need not come whole. */
export function measure(content: AsyncIterable<Uint8Array>, most = Infinity): Promise<Taken> {
  return takeIn(content, async (chunks) => {
    let bytes = 0;
    for await (const chunk of chunks) if ((bytes += chunk.length) > most) break;
  });
}

/** Attached files, wherever they are. The database alone says which of them count. */
export interface Blobs {
  /** Takes a stream in and hashes it on the way. When this answers, the file would survive a crash. */
  readonly receive: (content: AsyncIterable<Buffer>, filename: string) => Promise<ReceivedBlob>;
  /** The content of a kept file. Throws `Damage`, at its end at the latest, if it is not the content that was taken in. */
  readonly read: (blob: ReceivedBlob) => Promise<AsyncIterable<Uint8Array>>;
  /** Keeps the blob, because the record that names it is committed. */
  readonly keep: (blob: ReceivedBlob) => Promise<void>;
  /** Removes the blob, because no record will name it. */
  readonly discard: (blob: ReceivedBlob) => Promise<void>;
  /** Whether there is room for more. After a failed write, this is tested by writing. */
  readonly hasRoom: (isSuspected: boolean) => Promise<boolean>;
}

/** The same files for a reader who compares them with their records, and changes nothing. */
export interface KeptFiles {
  /** The names of the files that are kept. Once a file is among them, the record that names it is in the database. */
  readonly names: () => Promise<readonly string[]>;
  readonly problemOf: (blob: ReceivedBlob) => Promise<string | undefined>;
  /** The content of the file of a record. Throws `Damage`, at its end at the latest, if it is missing or another one. */
  readonly read: (blob: ReceivedBlob) => Promise<AsyncIterable<Uint8Array>>;
}

/** A place for the files of a backup, which holds none yet. */
export interface RestoredFiles {
  /** Takes in the file of a record, under the name that it had. When this answers, it would survive a crash. */
  readonly add: (blob: Pick<ReceivedBlob, 'id'>, content: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Keeps all of them, because their records are committed. */
  readonly keep: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** Where the attached files are, next to a database. Several services share it. */
export interface FilesPlace {
  /** Makes it if necessary. Throws a UsageError if nothing can be kept there. */
  readonly claim: () => Promise<void>;
  readonly open: (hasBlob: (id: string) => Promise<boolean>) => Promise<Blobs>;
  readonly kept: KeptFiles;
  /** For a restore. Throws a UsageError if it holds files. */
  readonly openEmpty: () => Promise<RestoredFiles>;
}
