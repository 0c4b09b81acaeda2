import type { EvidenceProblem } from '../errors/index.ts';
import type { FailingCase, FlakyCase, Leak } from './cases.ts';
import type { FileOptions, FoundFile } from './reading.ts';
import type { ResultsWarning } from './warning.ts';

/** A format of test results. A reader of results knows a format only through this. */
export interface ResultsFormat {
  /** Its name in messages. */
  readonly name: string;
  /** Whether a file that begins with these bytes looks like one of its files. */
  recognizes(head: Buffer): boolean;
  /** Opens a reader for the files of one run: it makes once what it needs for each of them. */
  read(): FileReader;
  /**
   * Writes a file that was counted into the file `to`, from byte `start` on. It writes the bytes that were counted or nothing, without
   * the parts that `options` leave out, and with its secrets masked.
   */
  take(file: CountedOnce, to: number, start: number, options: StripOptions, known: readonly string[]): Promise<Taken>;
}

/** Reads and counts one file. Never throws for a fault of the file. */
export type FileReader = (file: FoundFile, options: FileOptions) => Promise<FileResult>;

/** `other-format` is no problem where a glob found the file. */
export type FileResult =
  | CountedFile
  | { readonly kind: 'problem'; readonly problem: EvidenceProblem }
  | { readonly kind: 'other-format'; readonly message: string };

/** A file that can become evidence. */
export interface CountedFile {
  readonly kind: 'counted';
  readonly rows: readonly SuiteRow[];
  /** There were too many rows, and they became one. */
  readonly isMerged: boolean;
  readonly failing: readonly FailingCase[];
  readonly flaky: readonly FlakyCase[];
  readonly bytes: number;
  readonly sha256: string;
  readonly warnings: readonly ResultsWarning[];
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** A row of one file. `time` in nanoseconds, `timestamp` in Unix seconds. */
export interface SuiteRow {
  readonly name: string;
  readonly tally: Counts;
  readonly time: number;
  readonly timestamp: number | undefined;
}

/** Counts of test cases: each counts once in `total`, and in at most one of the next three. */
export interface Counts {
  readonly total: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  /** Passed, but only after a failed attempt. */
  readonly flaky: number;
  /** Failed attempts that a later one replaced. Not part of `total`. */
  readonly retried: number;
}

/** A file that was counted. */
interface CountedOnce {
  readonly path: string;
  readonly sha256: string;
}

export interface StripOptions {
  /** `drop`: without the output of tests, and without properties, which often hold secrets. */
  readonly logs: 'keep' | 'drop';
  /** `drop`: without the test cases that passed and have no other information. */
  readonly passed: 'keep' | 'drop';
}

export type Taken =
  | {
      readonly kind: 'taken';
      /** Size of the written part. */
      readonly bytes: number;
      /** The number of log elements and of test cases that were left out. */
      readonly elements: number;
      readonly cases: number;
      readonly masked: Masked;
    }
  /** It is not the file that was counted. */
  | { readonly kind: 'changed'; readonly why: string }
  /** It is that file, but nothing can be removed from it safely. */
  | { readonly kind: 'broken'; readonly why: string };

/** The number of secrets in a file, and the first test cases and suites that hold one, each once. */
export interface Masked {
  readonly count: number;
  readonly leaks: readonly Leak[];
}
