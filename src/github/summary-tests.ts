import type { Question, Sending, TrailQuestion, Verdict } from '../gate/index.ts';
import { suitePath, testName, totalWords, unlistedWords } from '../presentation/index.ts';
import type { ClaimedBy, LetThrough, RecordedFailures } from '../presentation/index.ts';
import type { FailingCase, FlakyCase, SuiteTotals, TestResults, TestTotals } from '../results/index.ts';
import { count, cut, given, list, markdown, markdownLink, seconds } from '../text/index.ts';

/** Every text is possibly foreign. */
export interface EvidenceFacts {
  readonly name: string;
  /** The leg or artifact, in words; `''` where there is none. */
  readonly of: string;
  readonly results: Pick<TestResults, 'failing' | 'flaky' | 'problems' | 'suites' | 'totals' | 'warnings'>;
  /** Absent where it was set aside. */
  readonly sending?: Sending;
  /** Why it is unusable. */
  readonly problems?: readonly unknown[];
  readonly attachment?: { readonly name: string } | undefined;
  readonly git?: { readonly commit: { readonly url?: string } } | undefined;
}

/** A run without secrets set it aside. */
export interface ClaimedFacts<Evidence = EvidenceFacts> {
  readonly by: ClaimedBy;
  readonly evidence: readonly {
    readonly artifact: string;
    readonly job: string | null;
    readonly leg: string | null;
    /** JSON of any shape; `null` where there is no matrix. */
    readonly matrix: unknown;
    readonly testOutcome: string | null;
    readonly evidence: Evidence;
  }[];
}

export interface JudgedFacts {
  readonly kind: 'judged' | 'explained';
  readonly question: Question;
  readonly verdict: Verdict;
  readonly trailUrl: string | undefined;
  readonly letThrough?: LetThrough | undefined;
  readonly dryRun?: boolean;
  /** Absent for a gate without evidence of its own. */
  readonly evidence?: EvidenceFacts | undefined;
  readonly claimed?: ClaimedFacts;
}

interface RecordedFacts {
  readonly kind: 'recorded';
  readonly question: TrailQuestion;
  /** Why the record says no; absent where it does not. */
  readonly objection?: string | undefined;
  readonly dryRun: boolean;
  readonly evidence: EvidenceFacts;
}

export type SummaryFacts = JudgedFacts | RecordedFacts;

/** Suites shown openly; of more, only those that failed. */
const open = 20;

export function testSections({ results: { flaky, suites, totals } }: EvidenceFacts): readonly (readonly string[])[] {
  return [flakyTests(flaky, totals.flaky), ...suiteTables(suites)];
}

/** Numbers of red tests are bold: `3 tests: 2 passed and **1 failed**`. */
export function totalsText(totals: TestTotals): string {
  const parts = totalWords(totals)
    .filter(({ number }, index) => index === 0 || number > 0)
    .map(({ isRed, text }) => (isRed ? `**${text}**` : text));
  return `${count(totals.total, 'test')}: ${list(parts)}`;
}

/** With the line that says why, and all else that they said folded below it. */
export function failedTests({ of, results: { failing, totals } }: EvidenceFacts): readonly string[] {
  const more = unlistedWords(failing.length, totals.failures + totals.errors, 'failed');
  return [...failing.map((test) => failedItem(test, of)), ...(more === undefined ? [] : [`- ${more}\n`])];
}

function failedItem(test: FailingCase, of: string): string {
  const { headline, message } = test;
  const why = headline === '' ? '' : `: ${markdown(headline, 300)}`;
  const item = `- ❌ ${markdown(suitePath(test, of), 200)} › **${linkedName(test)}**${why}${placeOf(test)}\n`;
  return `${item}${folded(message, headline)}`;
}

function folded(message: string, headline: string): string {
  if (message.trim() === headline) return '';
  return `  <details><summary>What it said</summary>\n\n${preformatted(message)}\n\n  </details>\n`;
}

function linkedName(test: FailingCase): string {
  const name = cut(testName(test), 200);
  return test.url === undefined ? markdown(name) : markdownLink(name, test.url);
}

function placeOf({ file, line }: Pick<FailingCase, 'file' | 'line'>): string {
  if (file === undefined) return '';
  return ` (${markdown(`${file}${line === undefined ? '' : `:${line}`}`, 200)})`;
}

/** Failed tests that the record of another run names, with the name of its attestation. */
export function recordedTests({ attestation, count: all, paths, said, url }: RecordedFailures): readonly string[] {
  const name = attestation === undefined ? '' : ` · ${url === undefined ? markdown(attestation) : markdownLink(attestation, url)}`;
  const more = unlistedWords(paths.length, all, 'failed');
  const item = (path: string): string => {
    const { message = '', place } = said?.get(path) ?? {};
    const [headline = ''] = message.split('\n');
    const why = `${markdown(headline, 300)}${placeOf(given({ file: place }))}`.trim();
    return `- ❌ ${markdown(path)}${name}\n${why === '' ? '' : `  ↳ ${why}\n`}${folded(message, headline)}`;
  };
  return [...paths.map(item), ...(more === undefined ? [] : [`- ${more}${name}\n`])];
}

/** Foreign lines as they were laid out, inside the item of a list. As HTML: a fence of code would show it as well, but holds raw text. */
function preformatted(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => {
    const indent = line.length - line.trimStart().length;
    return `${' '.repeat(Math.min(indent, 100))}${markdown(line, 1_000)}`;
  });
  return `  <pre>${lines.join('\n  ')}</pre>`;
}

function flakyTests(flaky: readonly FlakyCase[], all: number): readonly string[] {
  if (all === 0) return [];
  const rows = flaky.map((test) => `| 🔁 | ${markdown(suitePath(test), 150)} | ${markdown(testName(test), 200)} |\n`);
  const more = unlistedWords(flaky.length, all, 'flaky');
  return [
    '#### Flaky tests\n\nThey passed, but only after a failed attempt.\n\n| | Suite | Test |\n|:--|:--|:--|\n',
    ...rows,
    ...(more === undefined ? [] : [`| | ${more} | |\n`]),
  ];
}

const suiteHeader = '| | Suite | Tests | Failed | Errors | Skipped | Time |\n|:--|:--|--:|--:|--:|--:|--:|\n';

/** The worst first. Where there are many suites, only those that failed are open. */
function suiteTables(suites: readonly SuiteTotals[]): readonly (readonly string[])[] {
  if (suites.length === 0) return [];
  const worstFirst = suites.toSorted((a, b) => redOf(b) - redOf(a) || b.skipped - a.skipped);
  if (suites.length <= open) return [[suiteHeader, ...worstFirst.map(suiteRow)]];
  const failed = worstFirst.filter((suite) => redOf(suite) > 0);
  const others = worstFirst.slice(failed.length);
  const title = failed.length === 0 ? count(others.length, 'suite') : `${count(others.length, 'more suite')}, none of which failed`;
  return [
    failed.length === 0 ? [] : [suiteHeader, ...failed.map(suiteRow)],
    others.length === 0 ? [] : [`<details><summary>${title}</summary>\n\n${suiteHeader}`, ...others.map(suiteRow), '\n</details>\n'],
  ];
}

function redOf({ errors, failures }: SuiteTotals): number {
  return failures + errors;
}

function suiteRow(suite: SuiteTotals): string {
  const icon = redOf(suite) > 0 ? '❌' : suite.skipped === suite.total ? '⏭️' : '✅';
  const name = suitePath({ ...suite, suite: suite.name });
  return `| ${icon} | ${markdown(name, 150)} | ${suite.total} | ${suite.failures} | ${suite.errors} | ${suite.skipped} | ${seconds(suite.duration)} |\n`;
}
