import type { Counted } from '../commands/index.ts';
import { fixesOnce, testPath, totalWords, unlistedWords } from '../presentation/index.ts';
import { count, given, seconds } from '../text/index.ts';
import { placed } from './placed.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

/** Shows the test results that were read: the suites, the failing tests, the totals, and the faults of the files. */
export function showCounted({ evidence }: Counted, terminal: Terminal): void {
  const { failing, files, flaky, problems, suites, totals, warnings } = evidence;
  if (suites.length > 0) {
    const rows = suites.map((suite) => [
      suite.name,
      suite.file,
      ...[suite.total, suite.failures, suite.errors, suite.skipped].map(String),
      seconds(suite.duration),
    ]);
    terminal.out(table(['SUITE', 'FILE', 'TESTS', 'FAILED', 'ERRORS', 'SKIPPED', 'TIME'], rows, [2, 3, 4, 5, 6], terminal.columns));
    terminal.out('');
  }
  for (const test of failing)
    terminal.out(`${terminal.style('red', '✘')} ${testPath(test)}${test.headline === '' ? '' : `: ${test.headline}`}`);
  const more = failing.length === 0 ? undefined : unlistedWords(failing.length, totals.failures + totals.errors, 'failed');
  if (more !== undefined) terminal.out(`  ${more}`);
  for (const test of flaky) terminal.out(`${terminal.style('yellow', '↻')} ${testPath(test)}: passed after a failed attempt`);
  const words = totalWords(totals)
    .slice(0, 4)
    .map(({ text }) => text);
  terminal.out(`${count(totals.total, 'test')} in ${count(files.length, 'file')}: ${words.join(', ')}, ${seconds(totals.duration)}`);
  for (const warning of warnings) terminal.err(`${terminal.style('yellow', 'warning')}: ${placed(warning)}`);
  const fixes = fixesOnce(problems.map(({ file, fix = '' }) => ({ fix, ...given({ file }) })));
  for (const [index, problem] of problems.entries()) {
    terminal.err(`${terminal.style('red', 'error')}: ${placed(problem)}`);
    if (problem.fix !== undefined) terminal.err(`  ${fixes[index]?.replace(/\n(?=.)/g, '\n  ')}`);
  }
}

/** The same for machines; of failing and flaky tests the first 200, and the totals tell how many there are. */
export function countedJson({ evidence }: Counted): Readonly<Record<string, unknown>> {
  const { failing, files, flaky, problems, rows, totals, warnings } = evidence;
  const shown = files.map(({ name, bytes, sha256, rows, tests }) => ({ name, bytes, sha256, rows, tests }));
  return { junit_results: rows, totals, failing, flaky, files: shown, warnings, errors: problems };
}
