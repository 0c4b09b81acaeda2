import type { PullRequest, Review } from '../facts/pull-request.ts';
import type { InDoubt } from './authors.ts';

/** A review as it stood at one moment. */
export interface Standing extends Review {
  readonly said: 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED';
}

/**
 * The review of each reviewer that stood at a moment, the merge unless another is given: the last one that approved, asked
 * for changes or was dismissed. A comment withdraws nothing, and a dismissal counts from its own moment on.
 */
export function standingReviews(
  { mergedAt, reviews }: Pick<PullRequest, 'mergedAt' | 'reviews'>,
  moment: string = mergedAt,
  inDoubt: InDoubt = 'against',
): readonly Standing[] {
  const last = new Map<number | string, Standing>();
  for (const review of reviews.toSorted((one, other) => compare(one.at, other.at))) {
    const standing = standingAt(review, moment, inDoubt);
    // Two accounts that are gone may be two people: each review of one stands for itself.
    if (standing !== undefined) last.set(review.by?.id ?? review.id, standing);
  }
  return [...last.values()];
}

/** Approvals that came when it was too late, by the order of their moments. */
export function lateApprovals({ mergedAt, reviews }: PullRequest): readonly Review[] {
  return reviews
    .filter(({ at, said }) => said === 'APPROVED' && compare(at, mergedAt) > 0)
    .toSorted((one, other) => compare(one.at, other.at));
}

/** Below zero where `one` is before `other`; both are moments of ISO 8601. */
export function compare(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other);
}

function standingAt(review: Review, moment: string, inDoubt: InDoubt): Standing | undefined {
  const { at, dismissed, said } = review;
  if (compare(at, moment) > 0) return undefined;
  if (dismissed !== undefined) return { ...review, said: compare(dismissed.at, moment) > 0 ? dismissed.before : 'DISMISSED' };
  if (said === 'COMMENTED') return undefined;
  // Nothing tells when it was dismissed, nor what it said before: it may have been an approval that stood.
  return { ...review, said: said === 'DISMISSED' && inDoubt === 'for' ? 'APPROVED' : said };
}
