import type { EvidenceProblem } from '../../errors/index.ts';
import { jobReasons } from '../../gate/index.ts';
import type { TestResults } from '../../results/index.ts';
import { count } from '../../text/index.ts';
import type { AttestSettings } from '../../options/index.ts';

export interface CrossCheck {
  readonly problems: readonly EvidenceProblem[];
  readonly warnings: readonly string[];
}

/** Compares the files with the runner's facts about the test step, and about the jobs that made them. */
export function crossCheck(said: Pick<AttestSettings, 'testOutcome' | 'jobStatus' | 'jobs'>, results: TestResults): CrossCheck {
  const ofStep = checkStep(said, results);
  return { problems: [...checkJobs(said.jobs, results), ...ofStep.problems], warnings: ofStep.warnings };
}

/** A job that did not end well may have left no file, and the other files do not show it. */
function checkJobs(jobs: AttestSettings['jobs'], { problems, totals }: TestResults): readonly EvidenceProblem[] {
  if (totals.failures + totals.errors > 0) return [];
  const files = problems.length > 0 ? '' : `, but the files show ${count(totals.total, 'test')} and none that failed`;
  return jobReasons(jobs).map(({ message, fix }) => ({ code: 'contradiction', message: `${message}${files}`, fix }));
}

/**
 * Some frameworks write nothing about a test file that could not be loaded. Then the step fails while its files are green, and only this
 * check sees it.
 */
function checkStep({ testOutcome, jobStatus }: Pick<AttestSettings, 'testOutcome' | 'jobStatus'>, results: TestResults): CrossCheck {
  const failed = results.totals.failures + results.totals.errors;
  if (results.problems.length > 0) return { problems: [], warnings: [] };
  if (testOutcome !== undefined && testOutcome !== 'success' && failed === 0) {
    const ended = testOutcome === 'failure' ? 'failed' : `was ${testOutcome}`;
    const fix =
      testOutcome === 'skipped'
        ? 'Where the files come from an earlier run, remove them before the tests; attest only when the test step ran'
        : 'Look in the log of the test step: a test file that could not be loaded, or a crash after the last test, leaves no trace in the files of some frameworks';
    return {
      problems: [
        {
          code: 'contradiction',
          message: `The test step ${ended}, but its files show ${count(results.totals.total, 'test')} and none that failed`,
          fix,
        },
      ],
      warnings: [],
    };
  }
  if (testOutcome === 'success' && failed > 0) {
    return {
      problems: [],
      warnings: [
        `The test step succeeded, but its files show ${count(failed, 'failed test')}; they count as failed. Where they are attempts that a later one made good, set merge-retries: last`,
      ],
    };
  }
  if (testOutcome === undefined && jobStatus === 'failure' && failed === 0) {
    return {
      problems: [],
      warnings: [
        'The job has failed already, but the files show no failing test. If it was the test step, they are not to be trusted: give that step an id and set test-outcome: ${{ steps.<id>.outcome }}',
      ],
    };
  }
  return { problems: [], warnings: [] };
}
