import { aFlag, aMoment, aSha, aText, aWhole, ifThere, listOf, oneOf, orNull, shape, type Checked } from '../../text/check.ts';
import { account } from './account.ts';
import { commit } from './commit.ts';

/** A review of a pull request. The moments are ISO 8601, in UTC. */
export const review = shape({
  id: aText,
  /** Null where the account is gone. */
  by: orNull(account),
  said: oneOf('APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED'),
  /** The commit that GitHub binds it to now; null where that is gone. */
  commit: orNull(aSha),
  at: aMoment,
  /** A dismissal changes the review itself; the timeline keeps when, and what it said before. */
  dismissed: ifThere(shape({ at: aMoment, before: oneOf('APPROVED', 'CHANGES_REQUESTED') })),
});
export type Review = Checked<typeof review>;

/** A pull request that was merged. */
export const pullRequest = shape({
  number: aWhole,
  url: aText,
  /** Name of the branch that it was merged into. */
  base: aText,
  /** Null where the account is gone. */
  openedBy: orNull(account),
  /** The person who asked an agent for the change. */
  askedBy: orNull(account),
  mergedAt: aMoment,
  mergedBy: orNull(account),
  /** The commit that its merge left on the base; null where GitHub does not know it. */
  mergeCommit: orNull(aSha),
  title: aText,
  /** Labels that an emergency may be told by, each with who set it and when it was set for the last time before the merge. */
  labels: listOf(shape({ name: aText, at: aMoment, by: orNull(account) })),
  /** `owner/name` that its head came from; null where that is gone. */
  from: orNull(aText),
  /** Name of the branch that its head was; null where it is gone. */
  headBranch: orNull(aText),
  /** Not all of its commits could be listed: who wrote it, and who reviewed what, is not known. */
  commitsCut: aFlag,
  /** When GitHub first saw its head: ISO 8601 in UTC, null where it does not say. */
  pushedAt: orNull(aMoment),
  /** When GitHub had seen it at the latest, where it checked it more often than was asked for; left out: `pushedAt` says it, or nothing does. */
  seenBy: ifThere(aMoment),
  /** Its head when it was merged. */
  head: aSha,
  /** The commits of its branch, the oldest first. */
  commits: listOf(commit),
  reviews: listOf(review),
  /** When its branch was moved by force. */
  forcePushes: listOf(aMoment),
  /** Its heads before those, with their trees, as far as GitHub still has them; left out: none. */
  oldHeads: ifThere(listOf(shape({ sha: aSha, tree: aSha }))),
  /** When it was pointed at another branch before its merge, and at which one it was pointed until then; left out: never. */
  baseChanges: ifThere(listOf(shape({ at: aMoment, from: aText }))),
});
export type PullRequest = Checked<typeof pullRequest>;
