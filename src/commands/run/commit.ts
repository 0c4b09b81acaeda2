import { EvidenceError, messageOf } from '../../errors/index.ts';
import { completeFromApi, readEventFacts, readGitFacts, subjectOf, workflowPathOf } from '../../git/index.ts';
import type { EventFacts, GitFacts, Subject } from '../../git/index.ts';
import { fetchCommit } from '../../github/index.ts';
import type { AboutSettings, AttestSettings } from '../../options/index.ts';
import { given, userAgent } from '../../text/index.ts';
import { withGitHub } from './connect.ts';
import type { RunContext } from './context.ts';

/** Unknown facts are `undefined`. */
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

/** With the commit that was really built; `nonce` finds the record again where the service returns no id. */
export function runFacts(
  { leg, matrix, redact }: Pick<AttestSettings, 'redact' | 'matrix' | 'leg'>,
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

/** On GitHub or on another CI system; `undefined` away from any. */
export function buildUrlOf({ buildUrl, repository, runId, serverUrl }: EventFacts): string | undefined {
  return repository === undefined || runId === undefined ? buildUrl : `${serverUrl}/${repository}/actions/runs/${runId}`;
}

type CommitSettings = Pick<AboutSettings, 'redact' | 'githubToken'>;

/**
 * From the event, the checkout, and GitHub where these do not know everything. `checkout: false` skips the checkout.
 * @throws {EvidenceError} where none is known, or where the checkout is of another one.
 */
export async function commitOf(
  { githubToken, redact }: CommitSettings,
  sha: string | undefined,
  context: RunContext,
  { checkout = true } = {},
): Promise<GitFacts> {
  const { event } = context;
  const named = given({ sha });
  const directory = checkout ? context.directory : undefined;
  const facts = await readGitFacts({ event, redact, directory, ...named });
  return checkout ? complete(facts, githubToken, context) : facts;
}

/**
 * For records that need no commit: `undefined`, with a notice, where none is known. `anyCheckout`: nothing in the record comes from the
 * checkout, so it may be of another commit; then its facts are not used.
 */
export async function commitIfKnown(
  settings: CommitSettings,
  sha: string | undefined,
  context: RunContext,
  { anyCheckout = false } = {},
): Promise<GitFacts | undefined> {
  try {
    const facts = await commitOf(settings, sha, context);
    for (const message of facts.notices) context.report({ kind: 'notice', message });
    return facts;
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    if (anyCheckout && error.code === 'wrong-commit') return commitOf(settings, sha, context, { checkout: false });
    if (error.code !== 'unknown-commit') throw error;
    context.report({ kind: 'notice', message: `${error.message} It is recorded without one` });
    return undefined;
  }
}

/** For facts that neither the event nor the clone has. Without an answer the facts stay as they are. */
async function complete(facts: GitFacts, githubToken: string | undefined, context: RunContext): Promise<GitFacts> {
  const repository = context.event.repository;
  const wanted = facts.missing.some((field) => field === 'message' || field === 'author' || field === 'timestamp' || field === 'parents');
  if (!wanted || githubToken === undefined || repository === undefined) return facts;
  try {
    const answer = await withGitHub(githubToken, repository, context, (access) =>
      fetchCommit({ ...access, signal: context.interrupt }, facts.commit.sha1),
    );
    return completeFromApi(facts, answer);
  } catch (error) {
    const why = messageOf(error);
    return { ...facts, notices: [...facts.notices, `GitHub did not give the commit: ${why}`] };
  }
}

/** HEAD and the repository, away from any runner; `undefined` without a checkout. */
export async function checkoutOf(directory: string): Promise<GitFacts | undefined> {
  const event = readEventFacts({});
  return readGitFacts({ directory, event }).catch(() => undefined);
}
