import type { ReceivedBlob } from '../model/attestations.ts';

/** Attached files, wherever they are. The database alone says which of them count. */
export interface Blobs {
  /** Takes a stream in, hashing as it goes; when this answers, the file would survive a crash. */
  readonly receive: (content: AsyncIterable<Buffer>, filename: string) => Promise<ReceivedBlob>;
  /** The content of a kept file; throws `Damage` where it is not what was once taken in, at its end at the latest. */
  readonly read: (blob: ReceivedBlob) => Promise<AsyncIterable<Uint8Array>>;
  /** The record that names the blob is committed. */
  readonly keep: (blob: ReceivedBlob) => Promise<void>;
  /** No record will name the blob. */
  readonly discard: (blob: ReceivedBlob) => Promise<void>;
  /** Whether there is room for more; where a write failed, that is seen by writing. */
  readonly hasRoom: (isSuspected: boolean) => Promise<boolean>;
}

/** The same files for somebody who compares them with their records, and changes nothing. */
export interface KeptFiles {
  /** The names of the files that are kept. Once a file is among them, the record that names it is in the database. */
  readonly names: () => Promise<readonly string[]>;
  /** What is wrong with the file of a record, if something is. */
  readonly problemOf: (blob: ReceivedBlob) => Promise<string | undefined>;
}
