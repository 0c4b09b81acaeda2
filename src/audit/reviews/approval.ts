import { isMerged, type PullRequest } from '../facts/landing.ts';
import type { AuditedChange } from '../population/change.ts';
import type { World } from '../population/world.ts';
import { peopleFor } from './authors.ts';
import { isReviewed, standingReviews, type FourEyes } from './four-eyes.ts';
import { reviewedBy } from './owed-review.ts';

export const pullUntold = 'nobody tells with which pull request it landed';

/** Undefined where all pull requests are here. */
export function whyPullsUntold({ holes, untold }: Pick<World, 'holes' | 'untold'>): string | undefined {
  const missing = untold.find(({ source }) => source === 'pull-requests') ?? holes.find(({ what }) => what.startsWith('pull request'));
  return missing?.why;
}

/**
 * Why the merged head is unknown: GitHub tells of a merge, and not of its pull request. Undefined where it is known, and
 * for a push, which has none.
 */
export function whyHeadUntold({ landing, pull }: Pick<AuditedChange, 'landing' | 'pull'>, world: World): string | undefined {
  const why = pull === undefined && isMerged(landing) ? whyPullsUntold(world) : undefined;
  return why === undefined ? undefined : `${pullUntold}, so that the head that was tested is not known: ${why}`;
}

/** Whether a person who wrote nothing of a change approved it, as it was merged, before the merge. */
export type Approved = 'yes' | 'no' | 'not known';

/** The answer, with its reason; null for a plain yes. */
interface ApprovedBefore {
  readonly approved: Approved;
  readonly why: string | null;
}

/** By reviews alone, whether the change owes one or not. Where GitHub did not answer, it is never a no. */
export function approvedBefore(change: AuditedChange, world: World): ApprovedBefore {
  const { pull } = change;
  const isTold = whyPullsUntold(world) === undefined;
  const no = (why: string, untold = 'not all pull requests and their reviews could be read'): ApprovedBefore =>
    isTold ? { approved: 'no', why } : { approved: 'not known', why: untold };
  if (pull === undefined) return no('it has no pull request', pullUntold);
  const { against, for: inFavour } = reviewedBy(change, pull, world, peopleFor(change, world)).judgement;
  if (!isReviewed(inFavour)) return no(whyNot(inFavour, pull));
  if (against !== undefined && !isReviewed(against)) return { approved: 'not known', why: doubt(pull) };
  return { approved: 'yes', why: inFavour.kind === 'approval-carried-over' ? 'a push by force came after the approval' : null };
}

function whyNot(said: Exclude<FourEyes, { kind: 'reviewed' | 'approval-carried-over' }>, pull: PullRequest): string {
  switch (said.kind) {
    case 'approved-by-author':
      return 'approved only by its authors';
    case 'approved-after-merge':
      return 'approved only after the merge';
    case 'changed-after-review':
      return 'what was merged is not what was approved';
    case 'merged-without-review':
      if (said.against.length > 0) return 'a request for changes stood at the merge';
      return standingReviews(pull).some((review) => review.said === 'APPROVED')
        ? 'approved only by accounts of machines'
        : 'no approval stood at the merge';
  }
}

function doubt({ commitsCut }: PullRequest): string {
  return commitsCut
    ? 'not all of its commits could be read, so that nobody can tell whether its approval counts'
    : 'nobody can tell whether its approval counts';
}
