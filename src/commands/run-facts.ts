import { subjectOf, type EventFacts, type GitFacts } from '../git/index.ts';
import type { AttestSettings } from '../options/index.ts';
import { userAgent } from './version.ts';

type RunSettings = Pick<AttestSettings, 'redact' | 'matrix' | 'leg'>;

/** Which run made a record, and which commit was really built; `nonce` finds the record again where the service returns no id. */
export function runFacts(
  { leg, matrix, redact }: RunSettings,
  git: GitFacts | undefined,
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
    base_ref: (redact.includes('branch') ? undefined : pullRequest?.base) ?? null,
    matrix,
    leg: leg ?? null,
    run_id: event.runId ?? null,
    run_attempt: event.runAttempt ?? null,
    nonce,
    built_sha: git?.builtSha ?? null,
  };
}
