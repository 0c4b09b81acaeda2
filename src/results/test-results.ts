import type { JunitResult } from '../contract/index.ts';
import type { EvidenceProblem } from '../errors/index.ts';
import type { JunitWarning } from './warning.ts';

export interface JunitOptions {
  /** `last`: a test case that follows a failed one of the same key in the same suite replaces it. Default `none`. */
  readonly mergeRetries?: 'none' | 'last';
  /** Unit of bare numbers in `time` attributes. Default `s`. */
  readonly timeUnit?: 's' | 'ms';
  /** One row for each outermost suite (default) or for each suite that has test cases of its own. */
  readonly granularity?: 'outermost' | 'leaf';
  /** Fewest tests that must have run, skipped ones not counted. Default 1. */
  readonly minTests?: number;
  /** Above so many rows they are summed up by file. Default 10,000, what the embedded service accepts. */
  readonly maxRows?: number;
  /** Files last written before this moment (milliseconds since 1970) are refused. */
  readonly newerThan?: number;
  /** How the test step ended, as far as the caller says: it says why no file is there. */
  readonly testOutcome?: string | undefined;
  /** Secrets to take out of names and messages, besides those that are known by their form. */
  readonly secrets?: readonly string[];
}

/** Where a secret was found: a test case or a suite, by its name, cut, of which the secret is taken out (`holderOf`). */
export interface SecretHolder {
  readonly kind: 'case' | 'suite';
  readonly name: string;
}

/** A file that became evidence. */
export interface JunitFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** Of the bytes as they lie on disk, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly rows: number;
  readonly tests: number;
}

/** Counts of test cases; `duration` in seconds. */
export interface JunitTotals {
  readonly total: number;
  readonly passed: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  /** Passed, but only after a failed attempt. No count of its own: such a test is in `passed`. */
  readonly flaky: number;
  /** Failed attempts that a later one replaced (only with `mergeRetries`). Not part of `total`. */
  readonly retried: number;
  readonly duration: number;
}

/** What tells results from those of the same name in other files. */
interface Apart {
  /** A part of the path of the file, where other files have suites of the same names: foreign text. */
  readonly folder?: string;
}

/** What tells test cases from those of the same name in one suite. */
interface CaseApart extends Apart {
  /** Their class, where theirs differ: foreign text. */
  readonly within?: string;
}

/** A row with what the summary shows next to it. */
export interface SuiteTotals extends JunitResult, Apart {
  readonly file: string;
  readonly passed: number;
  readonly flaky: number;
}

/** A test case that failed, as its file tells it: foreign text, cut but not escaped. */
export interface FailingCase extends CaseApart {
  readonly suite: string;
  readonly name: string;
  readonly classname?: string;
  readonly file?: string;
  readonly line?: number;
  /** One line that says what went wrong; empty where the file says nothing. */
  readonly headline: string;
  /** Message, then body; at most 4,000 characters. */
  readonly message: string;
  /** Page of the line at the commit that was tested, where it is known. */
  readonly url?: string;
  readonly kind: 'failure' | 'error';
  /** Name of the JUnit file. */
  readonly source: string;
}

/** A test case that passed after a failed attempt: foreign text, cut but not escaped. */
export interface FlakyCase extends CaseApart {
  readonly suite: string;
  readonly name: string;
  readonly classname?: string;
  /** Name of the JUnit file. */
  readonly source: string;
}

export interface JunitEvidence {
  /** The rows to send: only of good files, by file name bytewise, then in document order. */
  readonly results: readonly JunitResult[];
  readonly files: readonly JunitFile[];
  readonly totals: JunitTotals;
  readonly suites: readonly SuiteTotals[];
  /** The first 200. */
  readonly failing: readonly FailingCase[];
  /** The first 200. */
  readonly flaky: readonly FlakyCase[];
  readonly warnings: readonly JunitWarning[];
  /** Secrets were taken out of what these hold, by file. */
  readonly secrets: ReadonlyMap<string, readonly SecretHolder[]>;
  /** Not empty: the evidence is unusable. All bad files in one go. */
  readonly problems: readonly EvidenceProblem[];
}
