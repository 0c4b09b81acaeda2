import type { Blobs, KeptFiles } from './blobs/blobs.ts';
import type { Engine } from './sql/engine.ts';

/**
 * A place where everything is kept. Nothing in it is opened or made before it is asked for; where something stands in the
 * way, a UsageError says what, and how to fix it.
 */
export interface Backend {
  /** What it is called in messages: nothing secret is in it. */
  readonly name: string;
  /** Throws where nothing was ever kept, and makes nothing. */
  readonly find: () => Promise<void>;
  /** Takes the place for a service, and looks for damage as far as a start can wait for it; answers what gives it back. */
  readonly claim: () => Promise<() => void>;
  /** Opens the database, made and brought up to date if need be. A service may run meanwhile. */
  readonly open: () => Promise<Engine>;
  /** Opens the attached files. What a crash left there is kept where a record names it. */
  readonly openBlobs: (hasBlob: (id: string) => Promise<boolean>) => Promise<Blobs>;
  readonly files: KeptFiles;
  /** Absent where one service at a time has the place: then that counts for itself. */
  readonly requestCounts?: RequestCounts;
  /** One state of the database, whatever is written to it meanwhile; it takes no writes, and its integers are bigints. */
  readonly openSnapshot: () => Promise<Engine>;
  /** A database to work something out in. It refers to what is not in it, and is gone once it is closed. */
  readonly openScratch: () => Promise<Scratch>;
}

/** Counts the requests of each caller, for all services that share a place. */
export interface RequestCounts {
  /** One more request; answers how many there were since the time of this caller began to run, and how long it still runs. */
  readonly add: (caller: string, windowMs: number) => Promise<{ readonly count: number; readonly leftMs: number }>;
}

export interface Scratch {
  readonly engine: Engine;
  /** What was written so far, as a snapshot gives it. */
  readonly look: () => Engine;
  readonly close: () => Promise<void>;
}
