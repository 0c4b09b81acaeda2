import type { Account } from './account.ts';
import type { Commit } from './commit.ts';

/** How a branch came to be where it is. `unknown`: git alone cannot tell. */
export type LandingKind = 'push' | 'force-push' | 'pull-request' | 'merge-queue' | 'creation' | 'deletion' | 'unknown';

/** One update of an audited branch. */
export interface Landing {
  /** GitHub's number of the activity; of basis git the SHA that landed. */
  readonly id: string;
  readonly branch: string;
  readonly kind: LandingKind;
  /** By GitHub's clock, ISO 8601 in UTC; null where git alone was asked: a commit's dates are a claim of whoever made it. */
  readonly at: string | null;
  /** Null where the account is gone, or git alone was asked. */
  readonly actor: Account | null;
  /** Null where the branch was not there. */
  readonly before: string | null;
  readonly after: string | null;
  /** The commits that it brought, side branches included, the oldest first. */
  readonly commits: readonly Commit[];
  /** How many commits it brought, by another count than that list (`git rev-list --count`). */
  readonly count: number;
  /** The commits that a force push took away. */
  readonly removed: readonly string[];
}
