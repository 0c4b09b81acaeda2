import { account } from './account.ts';
import { listOf, moment, oneOf, orNull, sha, shape, text, whole, type Value } from './check.ts';
import { commit } from './commit.ts';

/** How a branch came to be where it is. `unknown`: git alone cannot tell. */
const landingKind = oneOf('push', 'force-push', 'pull-request', 'merge-queue', 'creation', 'deletion', 'unknown');
export type LandingKind = Value<typeof landingKind>;

/** One update of an audited branch. */
export const landing = shape({
  /** GitHub's number of the activity; of basis git the SHA that landed. */
  id: text,
  branch: text,
  kind: landingKind,
  /** By GitHub's clock, ISO 8601 in UTC; null where git alone was asked: a commit's dates are a claim of whoever made it. */
  at: orNull(moment),
  /** Null where the account is gone, or git alone was asked. */
  actor: orNull(account),
  /** Null where the branch was not there. */
  before: orNull(sha),
  after: orNull(sha),
  /** The commits that it brought, side branches included, the oldest first. */
  commits: listOf(commit),
  /** How many commits it brought, by another count than that list (`git rev-list --count`). */
  count: whole,
  /** The commits that a force push took away. */
  removed: listOf(sha),
});
export type Landing = Value<typeof landing>;
