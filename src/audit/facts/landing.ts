import { aFlag, aMoment, aSha, aText, aWhole, ifThere, listOf, oneOf, orNull, shape, type Checked } from '../../text/check.ts';
import { account } from './account.ts';
import { commit } from './commit.ts';

/** How a branch came to be where it is. `unknown`: git alone cannot tell. */
const landingKind = oneOf('push', 'force-push', 'pull-request', 'merge-queue', 'creation', 'deletion', 'unknown');
export type LandingKind = Checked<typeof landingKind>;

/** One update of an audited branch. */
export const landing = shape({
  /** GitHub's number of the activity; of basis git the SHA that landed. */
  id: aText,
  branch: aText,
  kind: landingKind,
  /** By GitHub's clock, ISO 8601 in UTC; null where git alone was asked: a commit's dates are a claim of whoever made it. */
  at: orNull(aMoment),
  /** With basis git: the date that its committer wrote, which is a claim; left out where that is no date. */
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
   * With `deleted` alone: those of `removed` that another audited branch or a tag (`refs/heads/develop`, `refs/tags/v1`) holds now.
   * Left out where git no longer has what the branch was at: then `removed` is empty, and nobody knows what it lost.
   */
  elsewhere: ifThere(listOf(shape({ ref: aText, commits: listOf(aSha) }))),
});
export type Landing = Checked<typeof landing>;

/** Whether GitHub tells that it merged a pull request, and that nobody pushed. */
export function isMerged({ kind }: Pick<Landing, 'kind'>): boolean {
  return kind === 'pull-request' || kind === 'merge-queue';
}
