import { createHash } from 'node:crypto';
import { Damage } from '../faults.ts';
import type { ReceivedBlob } from '../resources/attestations/tables.ts';

/** The content of a kept file. Its last piece waits until the whole is known to be unchanged, so that nobody gets all of a changed file. */
export async function* wholeOf(content: AsyncIterable<Uint8Array>, { sha256 }: ReceivedBlob): AsyncGenerator<Uint8Array> {
  let last: Uint8Array = new Uint8Array();
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    if (last.length > 0) yield last;
    last = chunk;
  }
  if (hash.digest('hex') !== sha256) throw changed();
  yield last;
}

export function changed(): Damage {
  return new Damage('The file of a record is not the one that was attached to it.');
}

export function unreadable(cause?: unknown): Damage {
  return new Damage('The file of a record cannot be read.', { cause });
}

export interface Taken {
  readonly bytes: number;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly sha256: string;
}

/** Hands what comes in to a writer, and hashes it on the way. */
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
