import { count, markdown, seconds } from '../text/index.ts';
import type { FailedTest, SuiteFacts } from './summary-facts.ts';

/** Suites shown openly; more are folded. */
const open = 15;

/** Failed tests with the first line of what they said: header, then one part each. */
export function failedTests(failed: readonly FailedTest[]): readonly string[] {
  if (failed.length === 0) return [];
  const items = failed.map(({ suite, name, message }) => {
    const detail = message === '' ? '' : `: ${markdown(message.split('\n', 1)[0] ?? '', 200)}`;
    return `- ❌ ${markdown(suite, 100)} › **${markdown(name, 200)}**${detail}\n`;
  });
  return ['#### Failed tests\n\n', ...items];
}

/** Totals by suite, worst first: header, then one part a row. */
export function suiteTable(suites: readonly SuiteFacts[]): readonly string[] {
  if (suites.length === 0) return [];
  const worstFirst = suites.toSorted((a, b) => b.failures + b.errors - (a.failures + a.errors) || b.skipped - a.skipped);
  const header = '| | Suite | Tests | Failed | Errors | Skipped | Time |\n|:--|:--|--:|--:|--:|--:|--:|\n';
  const lines = worstFirst.map((suite) => {
    const failed = suite.failures + suite.errors > 0;
    const icon = failed ? '❌' : suite.skipped === suite.total ? '⏭️' : '✅';
    return `| ${icon} | ${markdown(suite.name, 150)} | ${suite.total} | ${suite.failures} | ${suite.errors} | ${suite.skipped} | ${seconds(suite.duration)} |\n`;
  });
  const fold = suites.length > open;
  return [
    fold
      ? `<details${worstFirst[0] !== undefined && worstFirst[0].failures + worstFirst[0].errors > 0 ? ' open' : ''}><summary>${count(suites.length, 'suite')}</summary>\n\n${header}`
      : header,
    ...lines,
    ...(fold ? ['\n</details>\n'] : []),
  ];
}
