import type { PullRequest } from '../facts/pull-request.ts';
import type { AuditedChange } from '../judged/change.ts';
import type { World } from '../judged/world.ts';
import type { People } from '../people/identity.ts';
import { peopleFor } from '../people/known.ts';
import { isAllowedBot } from './bots.ts';
import { isReviewed, judgeFourEyes, type FourEyes, type Judgement } from './four-eyes.ts';
import { isPromotion } from './promotion.ts';
import { standingReviews } from './standing.ts';

/** What a change owes to reviewers. */
export type OwedReview =
  /** Nobody must review it, or nobody could: it has no pull request. */
  | { readonly kind: 'none' }
  | { readonly kind: 'owed'; readonly pull: PullRequest; readonly people: People; readonly judgement: Judgement }
  /** It may be that nobody must. */
  | { readonly kind: 'in-doubt'; readonly pull: PullRequest; readonly people: People; readonly judgement: Judgement; readonly why: string };

/** Whether a change must be reviewed, and how its reviews are. One without a pull request is a push, which other rules are about. */
export function owedReview(change: AuditedChange, world: World, people: People = peopleFor(change, world)): OwedReview {
  const { excluded, pull } = change;
  if (pull === undefined || excluded !== undefined) return { kind: 'none' };
  const promotes = isPromotion(change, world);
  if (promotes === true) return { kind: 'none' };
  const isRefused = standingReviews(pull).some(({ said }) => said === 'CHANGES_REQUESTED');
  // An account that needs no person still does not get past one who says no.
  const allowed = isRefused ? false : isAllowedBot(change, change.file?.bots ?? [], people);
  if (allowed === true) return { kind: 'none' };
  const judgement = withMergeByHand(change, pull, judgeFourEyes(pull, people));
  if (promotes === undefined)
    return { kind: 'in-doubt', pull, people, judgement, why: `nobody can tell whether #${pull.number} adds anything of its own` };
  if (allowed === undefined)
    return { kind: 'in-doubt', pull, people, judgement, why: `nobody can tell whether #${pull.number} is of an allowed bot alone` };
  return { kind: 'owed', pull, people, judgement };
}

/**
 * A merge that somebody made on their own machine and pushed can hold more than what was approved. GitHub's own merge, by
 * its button or its queue, cannot.
 */
function withMergeByHand({ commits, landing }: AuditedChange, pull: PullRequest, judgement: Judgement): Judgement {
  if (landing.kind === 'pull-request' || landing.kind === 'merge-queue' || !isReviewed(judgement.for)) return judgement;
  const own = new Set(pull.commits.map(({ sha }) => sha));
  const merges = commits.filter(({ parents, sha }) => parents.length > 1 && !own.has(sha));
  const by = standingReviews(pull).filter(({ said }) => said === 'APPROVED');
  const changed: FourEyes = { kind: 'changed-after-review', by };
  if (merges.some(({ mergeAlone }) => mergeAlone === false)) return { for: changed };
  return merges.some(({ mergeAlone }) => mergeAlone === null) ? { ...judgement, against: changed } : judgement;
}
