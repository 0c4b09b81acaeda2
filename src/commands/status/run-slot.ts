import { UsageError } from '../../errors/index.ts';
import type { RunAttempt, StatusSlot } from '../../gate/index.ts';
import { followedRun, subjectOf, workflowPathOf, type EventFacts, type FollowedRun } from '../../git/index.ts';
import { openPullRequests, slotKey, type FileAt } from '../../github/index.ts';
import type { LegSettings } from '../../options/index.ts';
import type { AskGitHub } from '../run/connect.ts';

/** The runs and the slot that the status of this run speaks for. */
export interface RunSlot {
  readonly slot: StatusSlot;
  readonly of: RunAttempt;
  readonly by: RunAttempt | undefined;
  /** The file of this workflow, at a place where a token that may read files finds it; `undefined` where it is not known. */
  readonly file: FileAt | undefined;
}

export interface SlotFacts extends LegSettings {
  readonly org: string;
  readonly flow: string;
  /** The commit that the status is set on. */
  readonly sha: string;
  /** Whether the judged evidence comes from the claims of a run without secrets. */
  readonly isClaimed: boolean;
}

/**
 * The slot of this run. If it follows another run, that run decides the slot, and this run only its own part. A run that may belong to
 * either of several pull requests gets a slot of its own, because nobody knows which other run it replaces.
 *
 * @throws {UsageError} away from GitHub, where no run is known.
 */
export async function runSlot(event: EventFacts, { flow, isClaimed, leg, matrix, org, sha }: SlotFacts, ask: AskGitHub): Promise<RunSlot> {
  const self = runOf(event.runId, event.runAttempt);
  if (self === undefined) {
    throw new UsageError('missing-input', 'The status cannot be set: the run is not known (GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT)', {
      fix: 'Let `report` to runs of GitHub Actions, and hand these variables into the container where the step runs in one',
    });
  }
  const followed = followedRun(event);
  const of = followed === undefined ? self : (runOf(followed.id, followed.attempt) ?? self);
  const subject = subjectOf(event);
  const pullRequests =
    followed === undefined ? (subject.pullRequest === undefined ? [] : [subject.pullRequest.number]) : await pullRequestsOf(followed, ask);
  const trigger = followed?.trigger ?? event.eventName;
  const ref = followed === undefined ? event.ref : `${followed.head?.repository ?? ''}:${followed.head?.branch ?? ''}`;
  const [pullRequest, ...others] = pullRequests;
  const isSure = pullRequest !== undefined && others.length === 0;
  const here = [event.workflow, workflowPathOf(event)];
  const workflows = followed === undefined ? here : [followed.workflow, followed.workflowPath, ...here];
  const claimedBy = isClaimed ? (subject.isFork ? 'fork' : 'pull request') : undefined;
  const key = slotKey([
    org,
    flow,
    trigger,
    isSure ? pullRequest : ref,
    ...workflows,
    event.job,
    event.step,
    matrix,
    leg,
    claimedBy,
    others.length > 0 ? of.run : undefined,
  ]);
  const where = isSure ? `${trigger} #${pullRequest}` : `${trigger} ${ref?.replace(/^refs\/(?:heads|tags)\//, '') ?? ''}`.trim();
  const file = (workflows[1] ?? workflows[0])?.replace(/^.*\//, '');
  const part = [matrix === null ? undefined : JSON.stringify(matrix), leg].filter((text) => text !== undefined).join(', ');
  const label = [where, file, event.job, part].filter((text) => text !== undefined && text !== '').join(' › ');
  return {
    slot: { key, org, flow, label, pullRequests, workflow: workflowFileOf(event) },
    of,
    by: followed === undefined ? undefined : self,
    file: readableFile(event, sha),
  };
}

/** The open pull requests with the run's head; none for a push, although GitHub names those that are open by then. */
async function pullRequestsOf({ head, pullRequests, trigger }: FollowedRun, ask: AskGitHub): Promise<readonly number[]> {
  if (trigger?.startsWith('pull_request') !== true) return [];
  if (head === undefined) return pullRequests;
  try {
    const found = await ask((access) => openPullRequests(access, head, 'pull-requests: read'));
    return found.length > 0 ? found : pullRequests;
  } catch {
    return pullRequests;
  }
}

function runOf(run: string | undefined, attempt: string | undefined): RunAttempt | undefined {
  return isNumber(run) && isNumber(attempt) ? { run, attempt } : undefined;
}

function isNumber(text: string | undefined): text is string {
  return /^[1-9]\d{0,30}$/.test(text ?? '');
}

/** The workflow's file, unless it is in another repository: that one cannot be asked. */
function workflowFileOf({ repository, workflowFile }: EventFacts): StatusSlot['workflow'] {
  return workflowFile === undefined || workflowFile.repository !== repository ? undefined : workflowFile;
}

/** At the commit itself where the file was read from a merge that GitHub made for the run. */
function readableFile(event: EventFacts, sha: string): FileAt | undefined {
  const file = workflowFileOf(event);
  if (file === undefined) return undefined;
  return { path: file.path, ref: file.ref.startsWith('refs/heads/') ? file.ref.slice('refs/heads/'.length) : sha };
}
