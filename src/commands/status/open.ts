import { matches } from '../../contract/limits.ts';
import { UsageError, wrongUse } from '../../errors/index.ts';
import { isUnsettled, otherTrailCommit } from '../../gate/index.ts';
import { subjectOf, type EventFacts } from '../../git/index.ts';
import { valueAt } from '../../text/index.ts';
import { askEitherWay, type AskMerge } from '../gate/gate.ts';
import type { AskGitHub } from '../run/connect.ts';
import { openContextStatus, runSlot, type ContextStatus, type SlotFacts } from './context-status.ts';

export interface StatusOfRun {
  readonly context: string;
  readonly commit: string | undefined;
  readonly about: Omit<SlotFacts, 'sha'>;
  /** Judged, where it has a name of its own. */
  readonly trail: string | undefined;
  readonly runPage: string | undefined;
}

/** At the judged commit. @throws {UsageError} where the status cannot be that of this run. */
export async function openStatus(
  event: EventFacts,
  { about, commit, context, runPage, trail }: StatusOfRun,
  ask: AskGitHub,
  askMerge: AskMerge,
  clean: (text: string) => string,
): Promise<ContextStatus> {
  const sha = statusCommit(event, commit);
  await refuseOtherTrail(trail, sha, askMerge);
  const run = await runSlot(event, { ...about, sha }, ask);
  return openContextStatus({ sha, context, run, runPage }, ask, clean);
}

/**
 * The judged commit, else that of the event. @throws {UsageError} where none is known, and where it is the test merge of a pull request: a
 * status of that one would outrank every status of the head.
 */
export function statusCommit(event: EventFacts, asked: string | undefined): string {
  const subject = subjectOf(event);
  const sha = asked ?? subject.sha;
  if (sha === undefined || !matches('commitSha', sha)) {
    const { fix, message } = subject.unknown ?? unknownCommit;
    throw new UsageError('missing-input', `The status cannot be set: ${message}`, { fix });
  }
  if (isTestMerge(event, sha, subject.sha)) {
    throw wrongUse(
      `Commit ${sha} is the test merge that GitHub made for this pull request: a status of it would hide those of the head`,
      'Leave commit out: the status is then that of the head of the pull request. Or give the head:\n\n  commit: ${{ github.event.pull_request.head.sha }}',
    );
  }
  return sha;
}

/** The trail of one commit says nothing of another. Where it cannot be found out whether one was made of the other, the verdict says so. */
async function refuseOtherTrail(trail: string | undefined, sha: string, askMerge: AskMerge): Promise<void> {
  const other = trail === undefined ? undefined : otherTrailCommit({ trail, commit: sha });
  if (trail === undefined || other === undefined) return;
  const merge = await askEitherWay(askMerge, other, sha);
  if (merge.kind === 'of-this' || isUnsettled(merge)) return;
  throw wrongUse(
    `Trail ${trail} is that of another commit, and the status would be set on ${sha}`,
    `Leave trail out, or let the status be that of the commit of the trail:\n\n  commit: ${other}`,
  );
}

const unknownCommit = { message: 'the commit of this event is not known', fix: 'Give `commit`, 40 hexadecimal digits' };

function isTestMerge({ eventName, payload, sha: runSha }: EventFacts, sha: string, head: string | undefined): boolean {
  if (sha === head) return false;
  const pull = valueAt(payload, 'pull_request');
  // A pull_request_target event has the tip of the default branch.
  const isOfRun = sha === runSha && eventName.startsWith('pull_request') && eventName !== 'pull_request_target';
  const isMerge = valueAt(pull, 'merge_commit_sha') === sha;
  // After the merge it is the merge commit on the branch.
  return isMerge ? valueAt(pull, 'merged') !== true : isOfRun;
}
