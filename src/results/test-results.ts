import type { JunitResult } from '../contract/index.ts';
import type { EvidenceProblem } from '../errors/index.ts';
import { cut, hideSecrets, list } from '../text/index.ts';
import type { NameLog, TestNames } from './test-names.ts';

/** Sets results apart from those of the same name in other files. */
interface Apart {
  /** A part of the file's path, where other files have suites of the same names: foreign text. */
  readonly folder?: string;
}

/** It passed after a failed attempt: foreign text, cut but not escaped. */
export interface FlakyCase extends Apart {
  readonly suite: string;
  readonly name: string;
  readonly classname?: string;
  /** The class again, where several test cases of one suite have one name. */
  readonly within?: string;
  readonly source: string;
}

/** As its file describes it: foreign text, cut but not escaped. */
export interface FailingCase extends FlakyCase {
  readonly file?: string;
  readonly line?: number;
  /** One line about the fault; empty where the file says nothing. */
  readonly headline: string;
  /** Message, then body; at most 4,000 characters. */
  readonly message: string;
  /** Page of the line at the tested commit, where it is known. */
  readonly url?: string;
  readonly kind: 'failure' | 'error';
}

/** `name` is cut and has the secret removed (`leakOf`). */
export interface Leak {
  readonly kind: 'case' | 'suite';
  readonly name: string;
}

/**
 * With the class where several test cases of one suite have the same name: pytest calls the suites of all files `pytest`, and the class
 * says which file holds a test.
 */
export function classesApart<Case extends FlakyCase>(cases: readonly Case[]): readonly Case[] {
  const classes = new Map<string, Set<string | undefined>>();
  const keyOf = ({ name, source, suite }: FlakyCase): string => JSON.stringify([source, suite, name]);
  for (const one of cases) {
    const known = classes.get(keyOf(one));
    if (known === undefined) classes.set(keyOf(one), new Set([one.classname]));
    else known.add(one.classname);
  }
  return cases.map((one) =>
    one.classname !== undefined && (classes.get(keyOf(one))?.size ?? 0) > 1 ? { ...one, within: one.classname } : one,
  );
}

export interface ReadingOptions {
  /** `last`: a test case that follows a failed one of the same key in the same suite replaces it. Default `none`. */
  readonly mergeRetries?: 'none' | 'last';
  /** For bare numbers in `time` attributes. Default `s`. */
  readonly timeUnit?: 's' | 'ms';
  /** One row for each outermost suite (default) or for each suite that has test cases of its own. */
  readonly granularity?: 'outermost' | 'leaf';
  /** Fewest tests that must have run; skipped ones do not count. Default 1. */
  readonly minTests?: number;
  /** With more rows than this, they are summed up by file. Default 10,000, the limit of the embedded service. */
  readonly maxRows?: number;
  /** Files last written before this moment (milliseconds since 1970) are refused. */
  readonly newerThan?: number | undefined;
  /** Whether files that git tracks with the content that they have are results. Without a word, git is not asked. */
  readonly trackedResults?: 'refuse' | 'allow';
  /** How the test step ended, as far as the caller says. It explains why no file is there. */
  readonly testOutcome?: string | undefined;
  /** Whether the names of tests that passed are wanted as well. */
  readonly withPassedNames?: boolean;
  /** Secrets to take out of names and messages, besides those that are known by their form. */
  readonly secrets?: readonly string[];
}

export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the workspace with `/`; absolute where a pattern led outside of it. */
  readonly name: string;
  /** The user named it, or its directory, without glob characters. */
  readonly explicit: boolean;
  /** As the user wrote it; the one that found the file first. */
  readonly pattern: string;
}

export interface FileOptions extends Pick<ReadingOptions, 'mergeRetries' | 'timeUnit' | 'granularity' | 'withPassedNames'> {
  /** With more rows than this, those of the file become one. */
  readonly mostRows: number;
  /** Most failing cases that are described. */
  readonly mostFailing: number;
}

/** Each code stands for one rule; `docs/junit.md` lists them with the fix. */
export interface ResultsWarning extends Omit<EvidenceProblem, 'code'> {
  readonly code: string;
  /** In `docs/junit.md`. */
  readonly rule?: number;
}

export const otherRunRule = 43;

interface Read {
  readonly problems: readonly EvidenceProblem[];
  readonly warnings: readonly ResultsWarning[];
}

/** To be shown next to the verdict: why files may be those of another run, with the fix, and whether results were committed. */
export function doubtsIn({ problems, warnings }: Read): { readonly doubts: readonly string[]; readonly isCommitted: boolean } {
  const doubts = warnings.filter(({ rule }) => rule === otherRunRule).map(({ fix = '', message }) => `${message}. ${fix}`);
  return { doubts, isCommitted: problems.some(({ code }) => code === 'committed-file') };
}

export function leakOf(kind: Leak['kind'], name: string, known: readonly string[]): Leak {
  // A name that was cut within a secret belongs to the same test case as the whole name.
  return { kind, name: cut(hideSecrets(name, known).text.replace(/\*{3}…$/, '***'), 200) };
}

export function secretWarning(file: string, leaks: readonly Leak[], where: 'evidence' | 'attachment'): ResultsWarning {
  const hidden = where === 'evidence' ? 'names and messages' : 'what is attached of it';
  const by = leaks.map(({ kind, name }) => `${kind === 'case' ? 'the test case' : 'the suite'} ${JSON.stringify(name)}`);
  return {
    code: 'secret',
    message: `${file}: a secret was found and hidden in ${hidden}${by.length === 0 ? '' : `, in ${list(by)}`}`,
    file,
    fix: 'Revoke the secret, and let the test print none: what it printed may stand in logs as well.',
  };
}

/** A reader of results knows a format only through this. */
export interface ResultsFormat {
  readonly name: string;
  /** A pattern that names a folder means the files in it whose names match this glob: `*.xml`. */
  readonly fileNames: string;
  recognizes(head: Buffer): boolean;
  /** Called once a run: makes what every file needs. */
  read(): FileReader;
  /**
   * Writes a file that was counted into the file `to`, from byte `start` on. It writes the bytes that were counted or nothing, without
   * the parts that `options` leave out, and with its secrets masked.
   */
  take(file: CountedOnce, to: number, start: number, options: StripOptions, known: readonly string[]): Promise<Taken>;
}

/** Never throws for a fault of the file. */
export type FileReader = (file: FoundFile, options: FileOptions) => Promise<FileResult>;

/** `other-format` is no problem where a glob found the file. */
export type FileResult =
  | CountedFile
  | { readonly kind: 'problem'; readonly problem: EvidenceProblem }
  | { readonly kind: 'other-format'; readonly message: string };

export interface CountedFile {
  readonly kind: 'counted';
  readonly rows: readonly SuiteRow[];
  /** There were too many rows, and they became one. */
  readonly isMerged: boolean;
  readonly failing: readonly FailingCase[];
  readonly flaky: readonly FlakyCase[];
  readonly names?: NameLog;
  readonly bytes: number;
  readonly sha256: string;
  readonly warnings: readonly ResultsWarning[];
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** `time` in nanoseconds, `timestamp` in Unix seconds. */
export interface SuiteRow {
  readonly name: string;
  readonly file: string;
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

/** The first test cases and suites that hold a secret, each once. */
export interface Masked {
  readonly count: number;
  readonly leaks: readonly Leak[];
}

export interface ResultsFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the bytes on disk, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly rows: number;
  readonly tests: number;
  readonly format: string;
}

/** `duration` in seconds. */
export interface TestTotals extends Counts {
  readonly passed: number;
  readonly duration: number;
}

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
  /** As far as there is room for them. */
  readonly names?: TestNames;
  readonly warnings: readonly ResultsWarning[];
  /** By file. The secrets are removed. */
  readonly secrets: ReadonlyMap<string, readonly Leak[]>;
  /** If not empty, the evidence is unusable. All bad files come together. */
  readonly problems: readonly EvidenceProblem[];
}
