import type { JunitAttestation, JunitResult } from '../../contract/index.ts';
import type { EvidenceProblem } from '../../errors/index.ts';
import { failedTestsKey } from '../../gate/index.ts';
import { recordedPath } from '../../presentation/index.ts';
import type { TestResults } from '../../results/index.ts';
import { cut, hideSecrets } from '../../text/index.ts';
import type { Content } from './kinds.ts';

/** Prefix of the name of a row that stands for unusable evidence. */
export const unusableRow = 'unusable evidence: ';

/** Most failed tests that a record names, so that people can see later why it is red. */
const mostNamed = 20;

/** The content of test results. Their secrets were removed when they were read; `known` is for the row that stands in their place. */
export function resultsContent(
  { failing, rows, totals: { flaky, retried } }: TestResults,
  problems: readonly EvidenceProblem[],
  known: readonly string[],
): Content<Pick<JunitAttestation, 'junit_results'>> {
  const isUsable = problems.length === 0;
  const failed = isUsable ? failing.slice(0, mostNamed).map((test) => recordedPath(test)) : [];
  return {
    operation: 'attestJunit',
    fields: { junit_results: isUsable ? rows : problems.map((problem) => problemRow(problem, known)) },
    kept: ['junit_results'],
    ofRun: {
      ...(flaky > 0 ? { flaky } : {}),
      ...(retried > 0 ? { retried } : {}),
      ...(failed.length === 0 ? {} : { [failedTestsKey]: failed }),
    },
  };
}

/** One row per cause, in error: the trail becomes non-compliant, and an earlier green record no longer counts for this run. */
function problemRow({ file, message }: EvidenceProblem, known: readonly string[]): JunitResult {
  const name = hideSecrets(cut(`${unusableRow}${file ?? message}`, 500), known).text;
  return { name, failures: 0, errors: 1, skipped: 0, total: 1, duration: 0 };
}
