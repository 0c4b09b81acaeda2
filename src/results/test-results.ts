import type { JunitResult } from '../contract/index.ts';
import type { EvidenceProblem } from '../errors/index.ts';
import type { Apart, FailingCase, FlakyCase, Leak } from './cases.ts';
import type { Counts } from './format.ts';
import type { ResultsWarning } from './warning.ts';

/** A file that became evidence. */
export interface ResultsFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the bytes on disk, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly rows: number;
  readonly tests: number;
  /** The name of its format. */
  readonly format: string;
}

/** `duration` in seconds. */
export interface TestTotals extends Counts {
  readonly passed: number;
  readonly duration: number;
}

/** A row with the facts that the summary shows next to it. */
export interface SuiteTotals extends JunitResult, Apart {
  readonly file: string;
  readonly passed: number;
  readonly flaky: number;
}

export interface TestResults {
  /** The rows to send: only of good files, by file name bytewise, then in document order. */
  readonly rows: readonly JunitResult[];
  readonly files: readonly ResultsFile[];
  readonly totals: TestTotals;
  readonly suites: readonly SuiteTotals[];
  /** The first 200. */
  readonly failing: readonly FailingCase[];
  /** The first 200. */
  readonly flaky: readonly FlakyCase[];
  readonly warnings: readonly ResultsWarning[];
  /** The test cases and suites that showed secrets, by file. The secrets are removed. */
  readonly secrets: ReadonlyMap<string, readonly Leak[]>;
  /** If not empty, the evidence is unusable. All bad files come together. */
  readonly problems: readonly EvidenceProblem[];
}
