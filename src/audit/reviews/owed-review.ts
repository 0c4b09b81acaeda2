import type { PullRequest } from '../facts/pull-request.ts';
import type { AuditedChange } from '../judge/change.ts';
import type { World } from '../judge/world.ts';
import type { People } from '../people/identity.ts';
import { peopleFor } from '../people/known.ts';
import { isAllowedBot } from './bots.ts';
import { withHandwork } from './by-hand.ts';
import { judgeFourEyes, type Judgement } from './four-eyes.ts';
import { isPromotion } from './promotion.ts';
import { standingReviews } from './standing.ts';

export type OwedReview =
  /** Nobody must review it, or nobody could: it has no pull request. */
  | { readonly kind: 'none' }
  | ({ readonly kind: 'owed' } & Reviewed)
  /** It may be that nobody must. */
  | ({ readonly kind: 'in-doubt'; readonly why: string } & Reviewed);

interface Reviewed {
  readonly pull: PullRequest;
  /** By its merge. */
  readonly judgement: Judgement;
  /** By another moment. */
  readonly judgementAt: (moment: string) => Judgement;
}

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
  const reviewed = reviewedBy(change, pull, world, people);
  if (promotes === undefined)
    return { kind: 'in-doubt', ...reviewed, why: `nobody can tell whether #${pull.number} adds anything of its own` };
  if (allowed === undefined)
    return { kind: 'in-doubt', ...reviewed, why: `nobody can tell whether #${pull.number} is of an allowed bot alone` };
  return { kind: 'owed', ...reviewed };
}

/** How the reviews of a pull request are, whether it owes one or not. */
export function reviewedBy(change: AuditedChange, pull: PullRequest, world: World, people: People): Reviewed {
  const machines = new Set((change.file?.bots ?? []).map(({ account }) => account));
  const shown = { ...pull, baseChanges: pull.baseChanges?.filter(({ from }) => !isAudited(from, world)) ?? [] };
  const judgementAt = (moment: string): Judgement => withHandwork(change, judgeFourEyes(shown, people, moment, machines));
  return { pull, judgement: judgementAt(pull.mergedAt), judgementAt };
}

/** A change that came with an audited branch was judged there. */
function isAudited(branch: string, { header }: World): boolean {
  return header.branches.some(({ name }) => name === branch);
}
