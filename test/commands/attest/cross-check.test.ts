import { describe, expect, test } from 'vitest';
import { crossCheck } from '../../../src/commands/attest/test-evidence.ts';
import type { TestResults } from '../../../src/results/index.ts';

function evidence(failures: number, problems: TestResults['problems'] = []): TestResults {
  const totals = { total: 5, passed: 5 - failures, failures, errors: 0, skipped: 0, flaky: 0, retried: 0, duration: 1 };
  return { rows: [], files: [], totals, suites: [], failing: [], flaky: [], warnings: [], secrets: new Map(), problems };
}

const check = (testOutcome: string | undefined, failures: number, jobStatus?: string): ReturnType<typeof crossCheck> =>
  crossCheck({ testOutcome, jobStatus }, evidence(failures));

describe('the test step and its files', () => {
  test.each([
    ['failure', 'failed', /^Look in the log of the test step/],
    ['cancelled', 'was cancelled', /^Look in the log of the test step/],
    ['skipped', 'was skipped', /attest only when the test step ran$/],
  ])('a step that ended as %s with green files is a contradiction', (outcome, ended, fix) => {
    expect(check(outcome, 0)).toEqual({
      problems: [
        {
          code: 'contradiction',
          message: `The test step ${ended}, but its files show 5 tests and none that failed`,
          fix: expect.stringMatching(fix),
        },
      ],
      warnings: [],
    });
  });

  test('a step that failed with red files agrees with them', () => {
    expect(check('failure', 1)).toEqual({ problems: [], warnings: [] });
  });

  test('a step that succeeded with red files keeps them red and names merge-retries', () => {
    const { problems, warnings } = check('success', 2);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/2 failed tests.*count as failed.*merge-retries: last/)]);
  });

  test('a failed job alone only warns, because the failure may be of another step', () => {
    expect(check(undefined, 0, 'failure')).toEqual({ problems: [], warnings: [expect.stringContaining('test-outcome')] });
    expect(check(undefined, 1, 'failure')).toEqual({ problems: [], warnings: [] });
    expect(check(undefined, 0, 'success')).toEqual({ problems: [], warnings: [] });
    // The file is of another step: this step is known to have succeeded.
    expect(check('success', 0, 'failure')).toEqual({ problems: [], warnings: [] });
  });

  test('a job that made the files, and did not end well, is named where no file shows a failing test', () => {
    const jobs = {
      ends: [
        { name: 'unit', result: 'success' },
        { name: 'browser', result: 'cancelled' },
        { name: 'docs', result: 'skipped' },
      ],
      allowedSkips: ['docs'],
    };
    const said = { testOutcome: undefined, jobStatus: undefined, jobs };
    expect(crossCheck(said, evidence(0))).toEqual({
      problems: [
        {
          code: 'contradiction',
          message: 'Job browser was cancelled, but the files show 5 tests and none that failed',
          fix: expect.stringContaining('Run the job again'),
        },
      ],
      warnings: [],
    });
    expect(crossCheck(said, evidence(0, [{ code: 'no-files', message: 'none' }])).problems).toEqual([
      expect.objectContaining({ code: 'contradiction', message: 'Job browser was cancelled' }),
    ]);
    // The evidence is red, which says more.
    expect(crossCheck(said, evidence(1)).problems).toEqual([]);
    const ended = { ...said, jobs: { ends: jobs.ends.toSpliced(1, 1), allowedSkips: ['docs'] } };
    expect(crossCheck(ended, evidence(0)).problems).toEqual([]);
  });

  test('files that are unusable already are told once', () => {
    const bad = evidence(0, [{ code: 'empty-file', message: 'a.xml is empty' }]);
    expect(crossCheck({ testOutcome: 'failure', jobStatus: 'failure' }, bad)).toEqual({ problems: [], warnings: [] });
  });
});
