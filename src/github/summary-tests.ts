import { testName, unlistedWords } from '../presentation/index.ts';
import { count, markdown, seconds } from '../text/index.ts';
import type { EvidenceFacts, FailedTest, FlakyTest, SuiteFacts } from './summary-facts.ts';

/** Suites shown openly; of more, only those that failed. */
const open = 20;

/** What the summary says of test cases and suites, in sections: a header and one part each. */
export function testSections({ failed, flaky, suites, totals }: EvidenceFacts): readonly (readonly string[])[] {
  return [failedTests(failed, totals.failures + totals.errors), flakyTests(flaky, totals.flaky), ...suiteTables(suites)];
}

/** Failed tests with the line that says why, and whatever else they said folded below it. */
function failedTests(failed: readonly FailedTest[], all: number): readonly string[] {
  const more = unlistedWords(failed.length, all, 'failed');
  if (failed.length === 0 && more === undefined) return [];
  return ['#### Failed tests\n\n', ...failed.map(failedItem), ...(more === undefined ? [] : [`- ${more}\n`])];
}

function failedItem(test: FailedTest): string {
  const { headline, message, suite } = test;
  const why = headline === '' ? '' : `: ${markdown(headline, 300)}`;
  const item = `- ❌ ${markdown(suite, 100)} › **${markdown(testName(test), 200)}**${why}\n`;
  if (message.trim() === headline) return item;
  return `${item}  <details><summary>What it said</summary>\n\n${preformatted(message)}\n\n  </details>\n`;
}

/** Foreign lines as they were laid out, inside the item of a list. As HTML: a fence of code would show it as well, but holds raw text. */
function preformatted(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => {
    const indent = line.length - line.trimStart().length;
    return `${' '.repeat(Math.min(indent, 100))}${markdown(line, 1_000)}`;
  });
  return `  <pre>${lines.join('\n  ')}</pre>`;
}

/** Tests that passed after a failed attempt. */
function flakyTests(flaky: readonly FlakyTest[], all: number): readonly string[] {
  if (all === 0) return [];
  const rows = flaky.map((test) => `| 🔁 | ${markdown(test.suite, 150)} | ${markdown(testName(test), 200)} |\n`);
  const more = unlistedWords(flaky.length, all, 'flaky');
  return [
    '#### Flaky tests\n\nThey passed, but only after a failed attempt.\n\n| | Suite | Test |\n|:--|:--|:--|\n',
    ...rows,
    ...(more === undefined ? [] : [`| | ${more} | |\n`]),
  ];
}

const suiteHeader = '| | Suite | Tests | Failed | Errors | Skipped | Time |\n|:--|:--|--:|--:|--:|--:|--:|\n';

/** Totals by suite, the worst first. Of many suites only those that failed are open. */
function suiteTables(suites: readonly SuiteFacts[]): readonly (readonly string[])[] {
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

function redOf({ errors, failures }: SuiteFacts): number {
  return failures + errors;
}

function suiteRow(suite: SuiteFacts): string {
  const icon = redOf(suite) > 0 ? '❌' : suite.skipped === suite.total ? '⏭️' : '✅';
  return `| ${icon} | ${markdown(suite.name, 150)} | ${suite.total} | ${suite.failures} | ${suite.errors} | ${suite.skipped} | ${seconds(suite.duration)} |\n`;
}
