import type { EvidenceProblem } from '../../errors/index.ts';
import type { JunitEvidence } from '../../junit/index.ts';
import { count } from '../../text/index.ts';
import type { AttestSettings } from '../../options/index.ts';

export interface CrossCheck {
  readonly problems: readonly EvidenceProblem[];
  readonly warnings: readonly string[];
}

/**
 * Holds the files against what the runner says of the test step. Some frameworks write no word of a test file that
 * could not be loaded: then the step fails and its files are green, and only this check sees it.
 */
export function crossCheck(
  { testOutcome, jobStatus }: Pick<AttestSettings, 'testOutcome' | 'jobStatus'>,
  junit: JunitEvidence,
): CrossCheck {
  const red = junit.totals.failures + junit.totals.errors;
  if (junit.problems.length > 0) return { problems: [], warnings: [] };
  if (testOutcome !== undefined && testOutcome !== 'success' && red === 0) {
    const ended = testOutcome === 'failure' ? 'failed' : `was ${testOutcome}`;
    const fix =
      testOutcome === 'skipped'
        ? 'Where the files come from an earlier run, remove them before the tests; attest only when the test step ran'
        : 'Look in the log of the test step: a test file that could not be loaded, or a crash after the last test, leaves no trace in the files of some frameworks';
    return {
      problems: [
        {
          code: 'contradiction',
          message: `The test step ${ended}, but its files show ${count(junit.totals.total, 'test')} and none that failed`,
          fix,
        },
      ],
      warnings: [],
    };
  }
  if (testOutcome === 'success' && red > 0) {
    return {
      problems: [],
      warnings: [
        `The test step succeeded, but its files show ${count(red, 'failed test')}; they count as failed. Where they are attempts that a later one made good, set merge-retries: last`,
      ],
    };
  }
  if (testOutcome === undefined && jobStatus === 'failure' && red === 0) {
    return {
      problems: [],
      warnings: [
        'The job has failed already, but the files show no failing test. If it was the test step, they are not to be trusted: give that step an id and set test-outcome: ${{ steps.<id>.outcome }}',
      ],
    };
  }
  return { problems: [], warnings: [] };
}
