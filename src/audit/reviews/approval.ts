import type { AuditedChange } from '../judge/change.ts';
import type { World } from '../judge/world.ts';
import { peopleFor } from '../people/known.ts';
import { isReviewed } from './four-eyes.ts';
import { reviewedBy } from './owed-review.ts';

/** Whether somebody who wrote nothing of a change approved it, as it was merged, before that. */
export type Approved = 'yes' | 'no' | 'not known';

/** It goes by reviews alone, whether the change owes one or not. Where GitHub did not tell, no answer is a no. */
export function approvedBefore(change: AuditedChange, world: World): Approved {
  const { pull } = change;
  const isTold =
    !world.untold.some(({ source }) => source === 'pull-requests') && !world.holes.some(({ what }) => what.startsWith('pull request'));
  const no = isTold ? 'no' : 'not known';
  if (pull === undefined) return no;
  const { against, for: inFavour } = reviewedBy(change, pull, world, peopleFor(change, world)).judgement;
  if (!isReviewed(inFavour)) return no;
  return against === undefined || isReviewed(against) ? 'yes' : 'not known';
}
