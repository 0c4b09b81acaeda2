import {
  argument,
  readOptions,
  readingOptions,
  resultPathsOption,
  trackedResultsOption,
  uses,
  workingDirectoryOption,
} from '../../options/index.ts';
import { fixedOnce, placed, testPath, totalWords, unlistedWords } from '../../presentation/index.ts';
import type { TestResults } from '../../results/index.ts';
import { count, given, seconds } from '../../text/index.ts';
import { describeCommand } from '../run/command.ts';
import { inWorkingDirectory, searchRootOf } from '../run/context.ts';
import type { Shown, ShownPart } from '../run/result.ts';
import { readTestResults } from './read-results.ts';

const options = [workingDirectoryOption, trackedResultsOption, ...readingOptions] as const;

export const junitCommand = describeCommand({
  name: 'junit',
  summary: 'Show what would be sent for JUnit XML files, and why not, if so. Sends nothing.',
  examples: ["compliance-evidence junit 'build/test-results/**/*.xml'"],
  options: [argument(resultPathsOption), ...uses(options)],
  outputs: [],
  read: (read) => readOptions(read, [resultPathsOption, ...options]),
  async run({ resultPaths, workingDirectory, ...reading }, context) {
    const root = searchRootOf(inWorkingDirectory(context, workingDirectory));
    return showCounted(await readTestResults(resultPaths, { ...root, ...reading }));
  },
});

/** For programs the first 200 failing and flaky tests; the totals have their numbers. */
export function showCounted({ failing, files, flaky, problems, rows, suites, totals, warnings }: TestResults): Shown {
  const more = failing.length === 0 ? undefined : unlistedWords(failing.length, totals.failures + totals.errors, 'failed');
  const words = totalWords(totals)
    .slice(0, 4)
    .map(({ text }) => text);
  const fixes = fixedOnce(problems.map(({ file, fix = '' }) => ({ fix, ...given({ file }) })));
  return {
    kind: 'shown',
    ending: problems.length > 0 ? 'unusable' : undefined,
    parts: [
      ...(suites.length === 0 ? [] : suiteTable(suites)),
      ...failing.map((test): ShownPart => ({
        mark: ['red', '✘'],
        text: ` ${testPath(test)}${test.headline === '' ? '' : `: ${test.headline}`}`,
      })),
      ...(more === undefined ? [] : [`  ${more}`]),
      ...flaky.map((test): ShownPart => ({ mark: ['yellow', '↻'], text: ` ${testPath(test)}: passed after a failed attempt` })),
      `${count(totals.total, 'test')} in ${count(files.length, 'file')}: ${words.join(', ')}, ${seconds(totals.duration)}`,
      ...warnings.map((warning): ShownPart => ({ mark: ['yellow', 'warning'], text: `: ${placed(warning)}`, isRemark: true })),
      ...problems.flatMap((problem, index): readonly ShownPart[] => [
        { mark: ['red', 'error'], text: `: ${placed(problem)}`, isRemark: true },
        ...(problem.fix === undefined ? [] : [{ text: `  ${fixes[index]?.fix.replace(/\n(?=.)/g, '\n  ')}`, isRemark: true } as const]),
      ]),
    ],
    json: {
      junit_results: rows,
      totals,
      failing,
      flaky,
      files: files.map(({ name, bytes, sha256, rows, tests }) => ({ name, bytes, sha256, rows, tests })),
      warnings,
      errors: problems,
    },
  };
}

function suiteTable(suites: TestResults['suites']): readonly ShownPart[] {
  const rows = suites.map(({ duration, errors, failures, file, name, skipped, total }) => [
    name,
    file,
    ...[total, failures, errors, skipped].map(String),
    seconds(duration),
  ]);
  return [{ head: ['SUITE', 'FILE', 'TESTS', 'FAILED', 'ERRORS', 'SKIPPED', 'TIME'], rows, numeric: [2, 3, 4, 5, 6] }, ''];
}
