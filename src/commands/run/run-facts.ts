import { subjectOf, workflowPathOf, type EventFacts, type GitFacts, type Subject } from '../../git/index.ts';
import type { AttestSettings } from '../../options/index.ts';
import { userAgent } from '../../text/index.ts';

type RunSettings = Pick<AttestSettings, 'redact' | 'matrix' | 'leg'>;

/** The run that made a piece of evidence; unknown facts are `undefined`. */
export interface TestRun {
  readonly event: string | undefined;
  readonly workflow: string | undefined;
  /** `owner/name/.github/workflows/ci.yml`: two workflows may have one name. */
  readonly workflowFile: string | undefined;
  readonly job: string | undefined;
  readonly runId: string | undefined;
  readonly runAttempt: string | undefined;
  readonly pullRequest: Subject['pullRequest'];
  readonly url: string | undefined;
  /** More facts that are recorded about it. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export function thisRun(event: EventFacts): TestRun {
  const { eventName, job, runAttempt, runId, workflow } = event;
  return {
    event: eventName === '' ? undefined : eventName,
    workflow,
    workflowFile: workflowPathOf(event),
    job,
    runId,
    runAttempt,
    pullRequest: subjectOf(event).pullRequest,
    url: buildUrlOf(event),
  };
}

/** The run that made a record, and the commit that was really built; `nonce` finds the record again where the service returns no id. */
export function runFacts(
  { leg, matrix, redact }: RunSettings,
  git: GitFacts | undefined,
  { event, job, more, pullRequest, runAttempt, runId, workflow, workflowFile }: TestRun,
  nonce: string,
): Readonly<Record<string, unknown>> {
  return {
    tool: userAgent,
    event: event ?? null,
    workflow: workflow ?? null,
    workflow_file: workflowFile ?? null,
    job: job ?? null,
    pull_request: pullRequest?.number ?? null,
    base_ref: (redact.includes('branch') ? undefined : pullRequest?.base) ?? null,
    matrix,
    leg: leg ?? null,
    run_id: runId ?? null,
    run_attempt: runAttempt ?? null,
    nonce,
    built_sha: git?.builtSha ?? null,
    ...more,
  };
}

/** The page of the current run, on GitHub or on another CI system; `undefined` away from any. */
export function buildUrlOf({ buildUrl, repository, runId, serverUrl }: EventFacts): string | undefined {
  return repository === undefined || runId === undefined ? buildUrl : `${serverUrl}/${repository}/actions/runs/${runId}`;
}
