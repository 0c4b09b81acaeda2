import { account } from './account.ts';
import { flag, ifThere, listOf, moment, oneOf, orNull, sha, shape, text, whole, type Value } from './check.ts';
import { commit } from './commit.ts';

/** A review of a pull request. The moments are ISO 8601, in UTC. */
export const review = shape({
  id: text,
  /** Null where the account is gone. */
  by: orNull(account),
  said: oneOf('APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED'),
  /** The commit that GitHub binds it to now; null where that is gone. */
  commit: orNull(sha),
  at: moment,
  /** A dismissal changes the review itself; the timeline keeps when, and what it said before. */
  dismissed: ifThere(shape({ at: moment, before: oneOf('APPROVED', 'CHANGES_REQUESTED') })),
});
export type Review = Value<typeof review>;

/** A pull request that was merged. */
export const pullRequest = shape({
  number: whole,
  url: text,
  /** Name of the branch that it was merged into. */
  base: text,
  /** Null where the account is gone. */
  openedBy: orNull(account),
  /** The person who asked an agent for the change. */
  askedBy: orNull(account),
  mergedAt: moment,
  mergedBy: orNull(account),
  /** The commit that its merge left on the base; null where GitHub does not know it. */
  mergeCommit: orNull(sha),
  title: text,
  /** Labels that an emergency may be told by, each with who set it and when it was set for the last time before the merge. */
  labels: listOf(shape({ name: text, at: moment, by: orNull(account) })),
  /** `owner/name` that its head came from; null where that is gone. */
  from: orNull(text),
  /** Name of the branch that its head was; null where it is gone. */
  headBranch: orNull(text),
  /** Not all of its commits could be listed: who wrote it, and who reviewed what, is not known. */
  commitsCut: flag,
  /** When GitHub first saw its head: ISO 8601 in UTC, null where it does not say. */
  pushedAt: orNull(moment),
  /** When GitHub had seen it at the latest, where it checked it more often than was asked for; left out: `pushedAt` says it, or nothing does. */
  seenBy: ifThere(moment),
  /** Its head when it was merged. */
  head: sha,
  /** The commits of its branch, the oldest first. */
  commits: listOf(commit),
  reviews: listOf(review),
  /** When its branch was moved by force. */
  forcePushes: listOf(moment),
  /** Its heads before those, with their trees, as far as GitHub still has them; left out: none. */
  oldHeads: ifThere(listOf(shape({ sha, tree: sha }))),
  /** When it was pointed at another branch before its merge, and at which one it was pointed until then; left out: never. */
  baseChanges: ifThere(listOf(shape({ at: moment, from: text }))),
});
export type PullRequest = Value<typeof pullRequest>;
