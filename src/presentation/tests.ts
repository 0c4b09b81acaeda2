import type { EvidenceProblem } from '../errors/index.ts';
import type { FailedTest, Reason } from '../gate/index.ts';
import type { TestTotals } from '../results/index.ts';
import { count, cut, grouped, oneLine } from '../text/index.ts';

/** The run says which job and leg its test results belong to; this is not proven. */
export type ClaimedBy = 'fork' | 'pull request';

export const claimedHeadings: Readonly<Record<ClaimedBy, string>> = {
  fork: 'Claimed by the run of a fork',
  'pull request': 'Claimed by the run of the pull request',
};

type ClaimedJob = { readonly job: string | null; readonly leg: string | null; readonly matrix: unknown };

/** `tests › {"shard":1} › nightly`. All of it is foreign text. */
export function claimWords({ job, leg, matrix }: ClaimedJob): string {
  const parts = [job, matrix === null ? null : JSON.stringify(matrix), leg];
  return parts.filter((part) => part !== null).join(' › ');
}

interface CollectedFacts {
  readonly name: string;
  readonly folder: string;
  readonly files: number;
  readonly tests: number;
}

export function collectedWords({ files, folder, name, tests }: CollectedFacts): string {
  return `${name}: ${count(tests, 'test')} in ${count(files, 'file')} collected in ${folder}; nothing was recorded`;
}

/** Foreign text. */
interface NamedSuite {
  /** A part of its path, where other files have the same suite. */
  readonly folder?: string;
  readonly suite: string;
}

/** Foreign text. */
interface NamedTest extends NamedSuite {
  readonly name: string;
  /** Where other tests of its suite have the same name. */
  readonly within?: string;
}

/** Some tools write none. */
export function testName({ name }: Pick<NamedTest, 'name'>): string {
  return name.trim() === '' ? '(no name)' : name;
}

/** `of` is the leg or the artifact of the results. */
export function suitePath({ folder = '', suite }: NamedSuite, of = ''): string {
  return inPath(of, folder, suite);
}

export function testPath(test: NamedTest, of = ''): string {
  return inPath(suitePath(test, of), test.within ?? '', testName(test));
}

/** In characters, when written and when read. */
export const longestRecorded = 200;

/** Without the leg, which the record itself names. */
export function recordedPath(test: NamedTest): string {
  return cut(testPath(test), longestRecorded);
}

function failedPaths({ names, of = '' }: NonNullable<Reason['failed']>): readonly string[] {
  return names.map((name) => inPath(of, name));
}

function saidOf({ of = '', said = [] }: NonNullable<Reason['failed']>): ReadonlyMap<string, FailedTest> {
  return new Map(said.map((test) => [inPath(of, test.name), test]));
}

export function saidLines({ failed }: Pick<Reason, 'failed'>): readonly string[] {
  return failed === undefined ? [] : [...saidOf(failed)].map(([path, test]) => saidLine(path, test));
}

export function saidLine(path: string, said: FailedTest | undefined): string {
  const { message = '', place } = said ?? {};
  return `${path}${place === undefined ? '' : ` (${place})`}${message === '' ? '' : `: ${oneLine(message)}`}`;
}

function inPath(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' › ');
}

/** `undefined` where all tests are listed by name. */
export function unlistedWords(listed: number, all: number, kind: 'failed' | 'flaky'): string | undefined {
  const more = all - listed;
  if (more <= 0) return undefined;
  const tests = more === 1 ? 'test' : 'tests';
  if (listed > 0) return `and ${more} more ${kind} ${tests}`;
  return `${more} ${kind} ${tests}, which the results do not name`;
}

export type Totals = Omit<TestTotals, 'total' | 'retried' | 'duration'>;

/** `isRed` where it counts failed tests. */
interface TotalWords {
  readonly text: string;
  readonly number: number;
  readonly isRed: boolean;
}

/** In the order in which they are shown. A caller may leave out the zeros. */
export function totalWords({ passed, failures, errors, skipped, flaky }: Totals): readonly TotalWords[] {
  return [
    { text: `${grouped(passed)} passed`, number: passed, isRed: false },
    { text: `${grouped(failures)} failed`, number: failures, isRed: true },
    { text: count(errors, 'error'), number: errors, isRed: true },
    { text: `${grouped(skipped)} skipped`, number: skipped, isRed: false },
    { text: `${grouped(flaky)} flaky`, number: flaky, isRed: false },
  ];
}

interface ShownResults {
  readonly name: string;
  readonly of: string;
  readonly results: { readonly failing: readonly NamedTest[] };
}

export interface RecordedFailures {
  readonly attestation: string | undefined;
  readonly url: string | undefined;
  readonly paths: readonly string[];
  readonly said?: ReadonlyMap<string, FailedTest>;
  /** Counts also the tests that the record does not name. */
  readonly count: number;
}

/** Except those of results that are already shown. */
export function failuresOf(reasons: readonly Reason[], shown: readonly ShownResults[]): readonly RecordedFailures[] {
  return reasons.flatMap((reason) => {
    const { attestation, failed, url } = reason;
    if (failed?.by !== 'test' || shown.some((results) => isAbout(reason, results))) return [];
    return [
      { attestation, url, paths: failedPaths(failed), count: failed.count, ...(failed.said === undefined ? {} : { said: saidOf(failed) }) },
    ];
  });
}

/** The reason has the name and the leg of the results, and all of their first tests. */
function isAbout({ attestation, failed }: Reason, { name, of, results }: ShownResults): boolean {
  if (attestation !== name && attestation?.endsWith(`.${name}`) !== true) return false;
  if (failed === undefined || (failed.of ?? '') !== of) return false;
  const paths = new Set(results.failing.map((test) => oneLine(recordedPath(test), longestRecorded)));
  return failed.names.every((path) => paths.has(path));
}

type Remark = Pick<EvidenceProblem, 'file' | 'line' | 'column' | 'message'>;

/** `file:line:column: message`; the file only once where the message already begins with it. */
export function placed({ file, line, column, message }: Remark): string {
  if (file === undefined) return message;
  const at = `${file}${line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`}`;
  if (message.startsWith(at)) return message;
  return message.startsWith(`${file}: `) ? `${at}${message.slice(file.length)}` : `${at}: ${message}`;
}
