import type { EvidenceProblem } from '../errors/index.ts';
import type { FailingCase, FlakyCase, SecretHolder } from './cases.ts';
import type { FileOptions, FoundFile } from './reading.ts';
import type { ResultsWarning } from './warning.ts';

/** A format of test results. Whoever reads results knows the formats by this alone. */
export interface ResultsFormat {
  /** As messages call it. */
  readonly name: string;
  /** Whether a file that begins with these bytes looks like one of its files. */
  recognizes(head: Buffer): boolean;
  /** Opens a reader for the files of one run: what it needs for each of them is made once. */
  read(): FileReader;
  /**
   * Writes a file that was counted into the file `to`, from the place `start` on: the bytes that were counted or nothing,
   * without what `options` leave out, and with its secrets masked.
   */
  take(file: CountedOnce, to: number, start: number, options: StripOptions, known: readonly string[]): Promise<Taken>;
}

/** Reads and counts one file. Never throws for what the file is. */
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
  /** `drop`: without what tests printed, and without properties, which often hold secrets. */
  readonly logs: 'keep' | 'drop';
  /** `drop`: without the test cases of which nothing but their passing is told. */
  readonly passed: 'keep' | 'drop';
}

export type Taken =
  | {
      readonly kind: 'taken';
      /** Of what was written. */
      readonly bytes: number;
      /** How many elements of logs and how many test cases were left out. */
      readonly elements: number;
      readonly cases: number;
      readonly masked: Masked;
    }
  /** It is not the file that was counted. */
  | { readonly kind: 'changed'; readonly why: string }
  /** It is that file, but nothing can be left out of it for certain. */
  | { readonly kind: 'broken'; readonly why: string };

/** How many secrets stood in a file, and in which test cases and suites; each once, and the first ones only. */
export interface Masked {
  readonly count: number;
  readonly holders: readonly SecretHolder[];
}
