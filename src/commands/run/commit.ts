import { EvidenceError } from '../../errors/index.ts';
import {
  completeFromApi,
  readEventFacts,
  readGitFacts,
  subjectOf,
  workflowPathOf,
  type EventFacts,
  type GitFacts,
  type Subject,
} from '../../git/index.ts';
import { fetchCommit } from '../../github/index.ts';
import type { AboutSettings, AttestSettings } from '../../options/index.ts';
import { given, userAgent } from '../../text/index.ts';
import { withGitHub } from './connect.ts';
import type { RunContext } from './context.ts';

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

type CommitSettings = Pick<AboutSettings, 'redact' | 'githubToken'>;

/**
 * The commit and the repository that a record is about: from the event, the checkout, and GitHub where these do not know everything. Throws
 * an `EvidenceError` where none is known, or where the checkout is of another one; `checkout: false` skips the checkout.
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
 * The same for records that need no commit: `undefined` where none is known, and a notice says so. `anyCheckout`: nothing in the record
 * comes from the checkout, so it may be of another commit; then its facts are not used.
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

/** Asks GitHub for facts that neither the event nor the clone has. Without an answer the facts stay as they are. */
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
    const why = error instanceof Error ? error.message : String(error);
    return { ...facts, notices: [...facts.notices, `GitHub did not give the commit: ${why}`] };
  }
}

/** HEAD and the repository of a checkout away from any runner; `undefined` where there is none. */
export async function checkoutOf(directory: string): Promise<GitFacts | undefined> {
  const event = readEventFacts({});
  return readGitFacts({ directory, event }).catch(() => undefined);
}
