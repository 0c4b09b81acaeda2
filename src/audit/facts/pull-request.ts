import type { Account } from './account.ts';
import type { Commit } from './commit.ts';

/** A review of a pull request. The moments are ISO 8601, in UTC. */
export interface Review {
  readonly id: string;
  /** Null where the account is gone. */
  readonly by: Account | null;
  readonly said: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
  /** The commit that GitHub binds it to now; null where that is gone. */
  readonly commit: string | null;
  readonly at: string;
  /** A dismissal changes the review itself; the timeline keeps when, and what it said before. */
  readonly dismissed?: { readonly at: string; readonly before: 'APPROVED' | 'CHANGES_REQUESTED' };
}

/** A pull request that was merged. */
export interface PullRequest {
  readonly number: number;
  readonly url: string;
  /** Name of the branch that it was merged into. */
  readonly base: string;
  /** Null where the account is gone. */
  readonly openedBy: Account | null;
  /** The person who asked an agent for the change. */
  readonly askedBy: Account | null;
  readonly mergedAt: string;
  readonly mergedBy: Account | null;
  /** The commit that its merge left on the base; null where GitHub does not know it. */
  readonly mergeCommit: string | null;
  readonly title: string;
  /** Labels that an emergency may be told by, each with who set it and when it was set for the last time before the merge. */
  readonly labels: readonly { readonly name: string; readonly at: string; readonly by: Account | null }[];
  /** `owner/name` that its head came from; null where that is gone. */
  readonly from: string | null;
  /** Name of the branch that its head was; null where it is gone. */
  readonly headBranch: string | null;
  /** Not all of its commits could be listed: who wrote it, and who reviewed what, is not known. */
  readonly commitsCut: boolean;
  /** When GitHub first saw its head: ISO 8601 in UTC, null where it does not say. */
  readonly pushedAt: string | null;
  /** Its head when it was merged. */
  readonly head: string;
  /** The commits of its branch, the oldest first. */
  readonly commits: readonly Commit[];
  readonly reviews: readonly Review[];
  /** When its branch was moved by force. */
  readonly forcePushes: readonly string[];
  /** Its heads before those, with their trees, as far as GitHub still has them; left out: none. */
  readonly oldHeads?: readonly { readonly sha: string; readonly tree: string }[];
  /** When it was pointed at another branch before its merge, and at which one it was pointed until then; left out: never. */
  readonly baseChanges?: readonly { readonly at: string; readonly from: string }[];
}
