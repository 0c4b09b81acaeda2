import type { JunitResult } from '../contract/index.ts';
import type { EvidenceProblem } from '../errors/index.ts';
import { count, given, hideSecrets, list } from '../text/index.ts';
import { NameLog } from './test-names.ts';
import {
  classesApart,
  otherRunRule,
  type CountedFile,
  type Counts,
  type FailingCase,
  type FlakyCase,
  type FoundFile,
  type ReadingOptions,
  type ResultsFile,
  type ResultsFormat,
  type ResultsWarning,
  type SuiteRow,
  type SuiteTotals,
  type TestResults,
  type TestTotals,
} from './test-results.ts';

export function rowToSend(row: SuiteRow): JunitResult {
  const { failures, errors, skipped, total } = row.tally;
  return {
    name: row.name,
    failures,
    errors,
    skipped,
    total,
    duration: toSeconds(row.time),
    ...given({ timestamp: row.timestamp }),
  };
}

export function suiteTotalsOf(row: SuiteRow): SuiteTotals {
  return { ...rowToSend(row), file: row.file, passed: passedOf(row), flaky: row.tally.flaky };
}

export function totalsOf(rows: readonly SuiteRow[]): TestTotals {
  const { tally, time } = sum(rows);
  return { ...tally, passed: passedOf({ tally }), duration: toSeconds(time) };
}

/**
 * At most `most` rows. If there are more, those of each file become one, named after the file. If there are more files than that, all rows
 * become one. Returns which of the two was done, if any.
 */
export function capRows(
  rows: readonly SuiteRow[],
  most: number,
): { readonly rows: readonly SuiteRow[]; readonly merged?: 'by-file' | 'all' } {
  if (rows.length <= most) return { rows };
  const byFile = [...Map.groupBy(rows, (row) => row.file)].map(([file, ofFile]) => mergeRows(ofFile, file, file));
  if (byFile.length <= most) return { rows: byFile, merged: 'by-file' };
  return { rows: [mergeRows(byFile, `${byFile.length} files`, '')], merged: 'all' };
}

function mergeRows(rows: readonly SuiteRow[], name: string, file: string): SuiteRow {
  const { tally, time } = sum(rows);
  const timestamps = rows.flatMap((row) => row.timestamp ?? []);
  return {
    name,
    file,
    tally,
    time,
    timestamp: timestamps.length === 0 ? undefined : timestamps.reduce((one, other) => Math.min(one, other)),
  };
}

const countNames = ['total', 'failures', 'errors', 'skipped', 'flaky', 'retried'] as const satisfies readonly (keyof Counts)[];

function sum(rows: readonly SuiteRow[]): { readonly tally: Counts; readonly time: number } {
  const tally = { total: 0, failures: 0, errors: 0, skipped: 0, flaky: 0, retried: 0 };
  let time = 0;
  for (const row of rows) {
    for (const name of countNames) tally[name] += row.tally[name];
    time += row.time;
  }
  return { tally, time };
}

function passedOf({ tally }: Pick<SuiteRow, 'tally'>): number {
  return tally.total - tally.failures - tally.errors - tally.skipped;
}

/** As Go's `Duration.Seconds()` gives them. */
export function toSeconds(nanoseconds: number): number {
  return Math.floor(nanoseconds / 1e9) + (nanoseconds % 1e9) / 1e9;
}

/** In one attestation: the limit of the embedded service. */
export const mostRows = 10_000;

/** For a file and for a run. */
export const mostFlaky = 200;

export class Gathered {
  readonly problems: EvidenceProblem[] = [];
  readonly warnings: ResultsWarning[] = [];
  readonly failing: FailingCase[] = [];
  readonly flaky: FlakyCase[] = [];
  readonly #names = new NameLog();
  readonly #formats: string;
  readonly #options: ReadingOptions;
  readonly #checkoutOf: (path: string) => number | undefined;
  readonly #rows: SuiteRow[] = [];
  readonly #files: ResultsFile[] = [];
  readonly #old: string[] = [];
  /** Names of files by the pattern that found them. */
  readonly #otherFormats = new Map<string, Set<string>>();
  #isMerged = false;

  /** `checkoutOf`: when the work tree around a file was checked out. */
  constructor(formats: string, options: ReadingOptions, checkoutOf: (path: string) => number | undefined) {
    this.#formats = formats;
    this.#options = options;
    this.#checkoutOf = checkoutOf;
  }

  take(file: FoundFile, { name: format }: Pick<ResultsFormat, 'name'>, result: CountedFile): void {
    const { newerThan } = this.#options;
    if (newerThan !== undefined && isOlder(result.modified, newerThan)) {
      const written = new Date(result.modified).toISOString();
      this.problems.push({
        code: 'stale-file',
        message: `${file.name}: the file was written ${written}, before ${new Date(newerThan).toISOString()}; it is not of this run`,
        file: file.name,
        fix: 'Remove old results before the tests run, and see whether this test step ran at all.',
      });
      return;
    }
    const checkout = newerThan === undefined ? this.#checkoutOf(file.path) : undefined;
    if (checkout !== undefined && isOlder(result.modified, checkout)) this.#old.push(file.name);
    const tests = result.rows.reduce((sum, row) => sum + row.tally.total, 0);
    const { bytes, sha256 } = result;
    this.#files.push({ name: file.name, path: file.path, bytes, sha256, rows: result.rows.length, tests, format });
    for (const row of result.rows) this.#rows.push(row);
    this.#isMerged ||= result.isMerged;
    this.failing.push(...result.failing);
    this.flaky.push(...result.flaky.slice(0, mostFlaky - this.flaky.length));
    if (result.names !== undefined) this.#names.take(result.names);
    this.warnings.push(...result.warnings);
  }

  /** Another format is no problem where a glob found it next to files of results. */
  reject(file: FoundFile, why: string): void {
    if (file.explicit) {
      this.problems.push({
        code: 'not-junit',
        message: `${file.name}: the file is not ${this.#formats}: ${why}`,
        file: file.name,
        fix: `Name the ${this.#formats} file of the run; most frameworks have an option or a plugin that writes one.`,
      });
      return;
    }
    const names = this.#otherFormats.get(file.pattern) ?? new Set();
    this.#otherFormats.set(file.pattern, names.add(file.name));
    this.warnings.push({
      code: 'not-junit',
      message: `${file.name}: ignored, as it is not ${this.#formats}: ${why}`,
      file: file.name,
      rule: 30,
    });
  }

  get suites(): readonly { readonly name: string; readonly file: string }[] {
    return [...this.#rows, ...this.failing.map(({ source, suite }) => ({ name: suite, file: source }))];
  }

  /** `folders`: parts of paths that are not the same in files with the same suites. */
  whole(found: readonly FoundFile[], folders: ReadonlyMap<string, string> = new Map()): TestResults {
    const maximum = this.#options.maxRows ?? mostRows;
    const capped = capRows(this.#rows, maximum);
    const merged = capped.merged ?? (this.#isMerged ? 'by-file' : undefined);
    if (merged !== undefined) {
      this.warnings.push({
        code: 'rows-merged',
        message: `more than ${count(maximum, 'row')}: the suites ${merged === 'all' ? 'of all files' : 'of each file'} were summed up in one`,
        rule: 44,
      });
    }
    this.#warnOfFiles();
    this.#checkCounts(found);
    const totals = totalsOf(capped.rows);
    const apart = <Part extends object>(part: Part, file: string): Part => {
      const folder = folders.get(file);
      return folder === undefined ? part : { ...part, folder };
    };
    return {
      rows: capped.rows.map(rowToSend),
      files: this.#files,
      totals,
      suites: capped.rows.map((row) => apart(suiteTotalsOf(row), row.file)),
      failing: classesApart(this.failing).map((test) => apart(test, test.source)),
      flaky: classesApart(this.flaky).map((test) => apart(test, test.source)),
      names: this.#names.list((name) => hideSecrets(name, this.#options.secrets ?? []).text),
      warnings: this.warnings,
      secrets: new Map(),
      problems: this.problems,
    };
  }

  #warnOfFiles(): void {
    for (const same of Map.groupBy(this.#files, (file) => file.sha256).values()) {
      if (same.length < 2) continue;
      this.warnings.push({
        code: 'same-bytes',
        message: `${list(same.map((file) => file.name))} have the same content; each was counted`,
        file: same[1]?.name ?? '',
        rule: 16,
        fix: 'Leave copies out with a `!` line in junit-paths.',
      });
    }
    if (this.#old.length > 0) {
      this.warnings.push({
        code: 'old-file',
        message: `${list(this.#old)} ${this.#old.length === 1 ? 'is' : 'are'} older than the checkout, perhaps of an earlier run`,
        file: this.#old[0] ?? '',
        rule: otherRunRule,
        fix: 'Remove old results before the tests run, or set newer-than to refuse them.',
      });
    }
  }

  #checkCounts(found: readonly FoundFile[]): void {
    for (const [pattern, names] of this.#otherFormats) {
      const matched = found.filter((file) => file.pattern === pattern);
      if (matched.length > names.size) continue;
      this.problems.push({
        code: 'no-files',
        message: `${pattern}: the pattern matches ${count(matched.length, 'file')}, and none of them is ${this.#formats}`,
        fix: `Name the files that the test framework writes as ${this.#formats}.`,
      });
    }
    // A file that could not be read may have held the tests; its problem names it already.
    if (this.problems.length > 0) return;
    const { total, skipped } = totalsOf(this.#rows);
    const ran = total - skipped;
    const fewest = this.#options.minTests ?? 1;
    if (ran >= fewest) return;
    const files = list(
      this.#files.map((file) => file.name),
      5,
    );
    if (total === 0) {
      this.problems.push({
        code: 'no-tests',
        message: `no tests at all in ${files}`,
        fix: 'See in the log of the test step whether it found any tests. If none are expected, set min-tests: 0.',
      });
      return;
    }
    this.problems.push({
      code: 'too-few-tests',
      message: `${count(ran, 'test')} ran (${count(skipped, 'more was', 'more were')} skipped) where at least ${fewest} must: ${files}`,
      fix: 'See in the log of the test step why tests did not run, or lower min-tests.',
    });
  }
}

/** File systems that keep whole seconds round down. */
function isOlder(modified: number, moment: number): boolean {
  return modified < (modified % 1000 === 0 ? Math.floor(moment / 1000) * 1000 : moment);
}
