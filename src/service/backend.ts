import type { Blobs, KeptFiles, RestoredFiles } from './blobs/blobs.ts';
import type { Engine } from './sql/engine.ts';

/** The variables that a shell hands on. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Keeps everything. Nothing is opened or made before it is needed. A UsageError says what prevents it, and the fix. */
export interface Backend {
  /** Its name in messages, without secrets. */
  readonly name: string;
  /** Throws if nothing was ever kept, and makes nothing. */
  readonly find: () => Promise<void>;
  /** Takes it for a service, and looks for such damage as a start can wait for. Answers the function that gives it back. */
  readonly claim: () => Promise<() => void>;
  /** Opens the database; makes it or brings it up to date if necessary. A service may run meanwhile. */
  readonly open: () => Promise<Engine>;
  /** Why a record that was answered may be lost all the same, if it may. Absent if only this program decides that. */
  readonly risk?: (engine: Engine) => Promise<string | undefined>;
  /** Opens the attached files. Files that a crash left there are kept if a record names them. */
  readonly openBlobs: (hasBlob: (id: string) => Promise<boolean>) => Promise<Blobs>;
  readonly files: KeptFiles;
  /** Absent if there is one service at a time: then that service counts for itself. */
  readonly requestCounts?: RequestCounts;
  /** One state of the database, whatever is written to it meanwhile. It takes no writes, and its integers are bigints. */
  readonly openSnapshot: () => Promise<Engine>;
  /** A database for calculations. It may refer to rows that are not in it, and is gone after it is closed. */
  readonly openScratch: () => Promise<Scratch>;
  /** Takes a place that holds nothing, for a restore. Throws if it holds something. */
  readonly openEmpty: () => Promise<Restoring>;
}

/** A place where a backup is restored. Nothing of it is visible before it is kept. */
export interface Restoring {
  /** A database with empty tables. */
  readonly engine: Engine;
  readonly files: RestoredFiles;
  /** Says that everything was written. */
  readonly settle: () => Promise<void>;
  /** The same place for a reader, after `settle`. */
  readonly place: Backend;
  /** Keeps everything, at once. */
  readonly keep: () => Promise<void>;
  /** Leaves nothing there. */
  readonly drop: () => Promise<void>;
}

/** Counts the requests of each caller, for all services that share a backend. */
export interface RequestCounts {
  /** Counts one more request. Answers how many the caller's current window has, and how long it still lasts. */
  readonly add: (caller: string, windowMs: number) => Promise<{ readonly count: number; readonly leftMs: number }>;
}

export interface Scratch {
  readonly engine: Engine;
  /** Everything that was written so far, as a snapshot gives it. */
  readonly look: () => Engine;
  readonly close: () => Promise<void>;
}
