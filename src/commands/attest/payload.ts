import type { JunitAttestation, JunitResult } from '../../contract/index.ts';
import type { EvidenceProblem } from '../../errors/index.ts';
import { runKey } from '../../gate/index.ts';
import { subjectOf, type EventFacts } from '../../git/index.ts';
import type { Collected } from './collect.ts';
import type { AttestSettings } from '../../options/index.ts';
import { cut } from '../../text/index.ts';
import { userAgent } from '../version.ts';

/** The `data_json` of operation 6. `nonce` finds the record again where the service returns no id. */
export function recordOf(settings: AttestSettings, collected: Collected, event: EventFacts, nonce: string): JunitAttestation {
  const { git, junit, problems } = collected;
  const originUrl = settings.originUrl ?? runUrl(event);
  const urls = [...settings.externalUrls].map(([label, href]) => [label, { href }] as const);
  return {
    ...(settings.artifactFingerprint === undefined ? {} : { artifact_fingerprint: settings.artifactFingerprint }),
    ...(git === undefined ? {} : { git_commit_info: git.commit }),
    ...(git?.repository === undefined ? {} : { repo_info: git.repository }),
    attestation_name: settings.name,
    ...(settings.targetArtifacts.length === 0 ? {} : { target_artifacts: settings.targetArtifacts }),
    ...(urls.length === 0 ? {} : { external_urls: Object.fromEntries(urls) }),
    ...(originUrl === undefined ? {} : { origin_url: originUrl }),
    user_data: { ...settings.userData, [runKey]: runFacts(settings, collected, event, nonce) },
    ...(settings.description === undefined ? {} : { description: settings.description }),
    ...(settings.annotations.size === 0 ? {} : { annotations: Object.fromEntries(settings.annotations) }),
    junit_results: problems.length > 0 ? problems.map(problemRow) : junit.results,
  };
}

/** Which run made the record, and which commit was really built. */
function runFacts(
  settings: AttestSettings,
  { git, junit }: Collected,
  event: EventFacts,
  nonce: string,
): Readonly<Record<string, unknown>> {
  const { pullRequest } = subjectOf(event);
  return {
    tool: userAgent,
    event: event.eventName === '' ? null : event.eventName,
    workflow: event.workflow ?? null,
    job: event.job ?? null,
    pull_request: pullRequest?.number ?? null,
    base_ref: (settings.redact.includes('branch') ? undefined : pullRequest?.base) ?? null,
    matrix: settings.matrix,
    leg: settings.leg ?? null,
    run_id: event.runId ?? null,
    run_attempt: event.runAttempt ?? null,
    nonce,
    built_sha: git?.builtSha ?? null,
    ...(junit.totals.flaky > 0 ? { flaky: junit.totals.flaky } : {}),
    ...(junit.totals.retried > 0 ? { retried: junit.totals.retried } : {}),
  };
}

/** One row per cause, in error: the trail becomes non-compliant, and an earlier green record no longer counts for this run. */
function problemRow(problem: EvidenceProblem): JunitResult {
  const what = problem.file ?? problem.message;
  return { name: cut(`unusable evidence: ${what}`, 500), failures: 0, errors: 1, skipped: 0, total: 1, duration: 0 };
}

function runUrl({ serverUrl, repository, runId }: EventFacts): string | undefined {
  return repository === undefined || runId === undefined ? undefined : `${serverUrl}/${repository}/actions/runs/${runId}`;
}
