import { aFlag, aMoment, aSha, aText, aWhole, ifThere, listOf, oneOf, orNull, shape, type Checked } from '../../text/check.ts';
import { account, signature } from './account.ts';

export const commit = shape({
  /** 40 hexadecimal digits, as all that follow. */
  sha: aSha,
  tree: aSha,
  parents: listOf(aSha),
  /** The first line of its message. */
  title: aText,
  author: signature,
  committer: signature,
  /** From the trailers `Co-authored-by`: anybody can write them. */
  coAuthors: listOf(signature),
  /** Merging its parents again gives the same tree (`git merge-tree`): nothing was written by hand. Null: git cannot tell. */
  mergeAlone: orNull(aFlag),
  /** GitHub made and signed it, and it holds nothing but suggestions of reviewers. */
  suggestionAlone: aFlag,
});
export type Commit = Checked<typeof commit>;

const review = shape({
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

export const pullRequest = shape({
  number: aWhole,
  url: aText,
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
  /** Not all of its commits could be listed: its authors, and the reviewed commits, are unknown. */
  commitsCut: aFlag,
  /** When GitHub first saw its head: ISO 8601 in UTC, null where it does not say. */
  pushedAt: orNull(aMoment),
  /**
   * The latest time that GitHub had seen it, where it was checked more often than asked for; left out: `pushedAt` says it,
   * or nothing does.
   */
  seenBy: ifThere(aMoment),
  /** Its head when it was merged. */
  head: aSha,
  /** The commits of its branch, the oldest first. */
  commits: listOf(commit),
  reviews: listOf(review),
  forcePushes: listOf(aMoment),
  /** Its heads before those, with their trees, as far as GitHub still has them; left out: none. */
  oldHeads: ifThere(listOf(shape({ sha: aSha, tree: aSha }))),
  /** When its base was changed before its merge, and the base until then; left out: never. */
  baseChanges: ifThere(listOf(shape({ at: aMoment, from: aText }))),
});
export type PullRequest = Checked<typeof pullRequest>;

/** `unknown`: git alone cannot tell. */
const landingKind = oneOf('push', 'force-push', 'pull-request', 'merge-queue', 'creation', 'deletion', 'unknown');
export type LandingKind = Checked<typeof landingKind>;

export const landing = shape({
  /** GitHub's number of the activity; of basis git the SHA that landed. */
  id: aText,
  branch: aText,
  kind: landingKind,
  /** By GitHub's clock, ISO 8601 in UTC; null where git alone was asked: a commit's dates are only a claim. */
  at: orNull(aMoment),
  /** With basis git: the date that its committer wrote, which is a claim; left out where it is not a date. */
  committedAt: ifThere(aMoment),
  /** Null where the account is gone, or git alone was asked. */
  actor: orNull(account),
  /** Null where the branch was not there. */
  before: orNull(aSha),
  after: orNull(aSha),
  /** The commits that it brought, side branches included, the oldest first. */
  commits: listOf(commit),
  /** How many commits it brought, by another count than that list (`git rev-list --count`). */
  count: aWhole,
  /** The commits that the branch lost: by a force push, or because it was deleted before it was created. */
  removed: listOf(aSha),
  /** Only a creation has it: whether it is the first update of the default branch, and no branch had its commits before. */
  beginning: ifThere(aFlag),
  /** Only the creation of a branch that was there before has it: when it was deleted, by whom, and the commit that it was at. */
  deleted: ifThere(shape({ at: aMoment, by: orNull(account), from: aSha })),
  /**
   * With `deleted` alone: those of `removed` that another audited branch or a tag (`refs/heads/develop`, `refs/tags/v1`)
   * holds now. Left out where git no longer has the branch's commit: then `removed` is empty, and the loss is unknown.
   */
  elsewhere: ifThere(listOf(shape({ ref: aText, commits: listOf(aSha) }))),
});
export type Landing = Checked<typeof landing>;

export function isMerged({ kind }: Pick<Landing, 'kind'>): boolean {
  return kind === 'pull-request' || kind === 'merge-queue';
}
