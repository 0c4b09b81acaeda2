import type { EvidenceProblem } from '../../errors/index.ts';
import { jobReasons } from '../../gate/index.ts';
import type { TestResults } from '../../results/index.ts';
import { count } from '../../text/index.ts';
import type { AttestSettings } from '../../options/index.ts';

/** Compares the files with the runner's facts about the test step, and about the jobs that made them. */
export function crossCheck(
  said: Pick<AttestSettings, 'testOutcome' | 'jobStatus' | 'jobs'>,
  results: TestResults,
): { readonly problems: readonly EvidenceProblem[]; readonly warnings: readonly string[] } {
  const jobs = checkJobs(said.jobs, results);
  if (results.problems.length > 0) return { problems: jobs, warnings: [] };
  return { problems: [...jobs, ...stepProblems(said, results)], warnings: stepWarnings(said, results) };
}

/** A job that did not end well may have left no file, and the other files do not show it. */
function checkJobs(jobs: AttestSettings['jobs'], { problems, totals }: TestResults): readonly EvidenceProblem[] {
  if (totals.failures + totals.errors > 0) return [];
  const files = problems.length > 0 ? '' : `, but the files show ${count(totals.total, 'test')} and none that failed`;
  return jobReasons(jobs).map(({ message, fix }) => ({ code: 'contradiction', message: `${message}${files}`, fix }));
}

/** Some frameworks write nothing about a test file that could not be loaded: the step fails, its files are green, only this sees it. */
function stepProblems({ testOutcome }: Pick<AttestSettings, 'testOutcome'>, { totals }: TestResults): readonly EvidenceProblem[] {
  if (testOutcome === undefined || testOutcome === 'success' || totals.failures + totals.errors > 0) return [];
  const ended = testOutcome === 'failure' ? 'failed' : `was ${testOutcome}`;
  const message = `The test step ${ended}, but its files show ${count(totals.total, 'test')} and none that failed`;
  const fix =
    testOutcome === 'skipped'
      ? 'Where the files come from an earlier run, remove them before the tests; attest only when the test step ran'
      : 'Look in the log of the test step: a test file that could not be loaded, or a crash after the last test, leaves no trace in the files of some frameworks';
  return [{ code: 'contradiction', message, fix }];
}

function stepWarnings(
  { testOutcome, jobStatus }: Pick<AttestSettings, 'testOutcome' | 'jobStatus'>,
  { totals }: TestResults,
): readonly string[] {
  const failed = totals.failures + totals.errors;
  if (testOutcome === 'success' && failed > 0) {
    return [
      `The test step succeeded, but its files show ${count(failed, 'failed test')}; they count as failed. Where they are attempts that a later one made good, set merge-retries: last`,
    ];
  }
  if (testOutcome === undefined && jobStatus === 'failure' && failed === 0) {
    return [
      'The job has failed already, but the files show no failing test. If it was the test step, they are not to be trusted: give that step an id and set test-outcome: ${{ steps.<id>.outcome }}',
    ];
  }
  return [];
}
