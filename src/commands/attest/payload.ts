import type { JunitAttestation, JunitResult } from '../../contract/index.ts';
import type { EvidenceProblem } from '../../errors/index.ts';
import { failedTestsKey, runKey } from '../../gate/index.ts';
import { aboutFields } from '../resources/about-fields.ts';
import type { Collected } from './collect.ts';
import type { RecordedSettings } from '../../options/index.ts';
import { recordedPath } from '../../presentation/index.ts';
import { cut } from '../../text/index.ts';
import { runFacts, type TestRun } from '../run/run-facts.ts';

/** How the name of a row begins that stands for evidence which is none. */
export const unusableRow = 'unusable evidence: ';

/** How many failed tests a record names, for those who ask later why it is red. */
const mostNamed = 20;

/** The `data_json` of operation 6. */
export function recordOf(settings: RecordedSettings, collected: Collected, run: TestRun, nonce: string): JunitAttestation {
  const { git, results, problems } = collected;
  const originUrl = settings.originUrl ?? run.url;
  const { flaky, retried } = results.totals;
  const failedTests = problems.length > 0 ? [] : results.failing.slice(0, mostNamed).map((test) => recordedPath(test));
  const attempts = { ...(flaky > 0 ? { flaky } : {}), ...(retried > 0 ? { retried } : {}) };
  const failed = failedTests.length === 0 ? {} : { [failedTestsKey]: failedTests };
  return {
    ...(settings.artifactFingerprint === undefined ? {} : { artifact_fingerprint: settings.artifactFingerprint }),
    ...aboutFields(settings, git),
    attestation_name: settings.name,
    ...(settings.targetArtifacts.length === 0 ? {} : { target_artifacts: settings.targetArtifacts }),
    ...(originUrl === undefined ? {} : { origin_url: originUrl }),
    user_data: { ...settings.userData, [runKey]: { ...runFacts(settings, git, run, nonce), ...attempts, ...failed } },
    ...(settings.annotations.size === 0 ? {} : { annotations: Object.fromEntries(settings.annotations) }),
    junit_results: problems.length > 0 ? problems.map(problemRow) : results.rows,
  };
}

/** One row per cause, in error: the trail becomes non-compliant, and an earlier green record no longer counts for this run. */
function problemRow(problem: EvidenceProblem): JunitResult {
  const what = problem.file ?? problem.message;
  return { name: cut(`${unusableRow}${what}`, 500), failures: 0, errors: 1, skipped: 0, total: 1, duration: 0 };
}
