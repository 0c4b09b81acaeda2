import type { PullRequest } from '../facts/pull-request.ts';
import type { People } from '../people/identity.ts';
import { authorsOf } from './authors.ts';
import { compare, lateApprovals, standingReviews, type Standing } from './standing.ts';

/** Whether somebody who did not write a change approved it as it was merged; if not, which rule says so. */
export type FourEyes =
  | { readonly kind: 'reviewed'; readonly by: readonly Standing[] }
  | { readonly kind: 'approval-carried-over'; readonly by: readonly Standing[] }
  | { readonly kind: 'changed-after-review'; readonly by: readonly Standing[] }
  | { readonly kind: 'approved-by-author'; readonly by: readonly Standing[] }
  | { readonly kind: 'approved-after-merge'; readonly by: readonly string[] }
  | { readonly kind: 'merged-without-review'; readonly against: readonly Standing[] };

/**
 * One approval that counts is enough, if nobody's request for changes stands. It counts if it is by a person who wrote
 * nothing of the change, came before the merge, and is of the head that was merged, or of an older commit that only
 * merges came after which anybody could repeat. GitHub moves an approval to a new head after a force push with an equal
 * patch, so an approval older than the last force push is one of something else: it was carried over.
 */
export function fourEyes(pull: PullRequest, people: People): FourEyes {
  const { accounts } = authorsOf(pull, people);
  const standing = standingReviews(pull).filter(({ by }) => by?.kind !== 'bot');
  const against = standing.filter(({ said }) => said === 'CHANGES_REQUESTED');
  if (against.length > 0) return { kind: 'merged-without-review', against };
  const approvals = standing.filter(({ said }) => said === 'APPROVED');
  // An account that is gone cannot be told from the authors.
  const byOthers = approvals.filter(({ by }) => by !== null && !accounts.has(by.id));
  const ofHead = byOthers.filter(({ commit }) => isSeen(pull, commit));
  const direct = ofHead.filter(({ at }) => pull.forcePushes.every((push) => compare(push, at) <= 0));
  if (direct.length > 0) return { kind: 'reviewed', by: direct };
  if (ofHead.length > 0) return { kind: 'approval-carried-over', by: ofHead };
  if (byOthers.length > 0) return { kind: 'changed-after-review', by: byOthers };
  if (approvals.length > 0) return { kind: 'approved-by-author', by: approvals };
  const late = lateApprovals(pull).flatMap(({ by }) => (by === null || by.kind === 'bot' || accounts.has(by.id) ? [] : [by.login]));
  return late.length > 0 ? { kind: 'approved-after-merge', by: [...new Set(late)] } : { kind: 'merged-without-review', against: [] };
}

/** Whether whoever approved that commit saw all that people wrote: it is the head, or only merges without an author came after it. */
function isSeen({ commits, head }: PullRequest, approved: string | null): boolean {
  if (approved === null) return false;
  if (approved === head) return true;
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  let at = bySha.get(head);
  // "Update branch" has the branch itself as its first parent, and as its second a commit of the base. One that is the
  // pull request's own is another branch, which nobody has seen.
  while (at?.mergeAlone === true) {
    const [first, ...others] = at.parents;
    if (others.some((sha) => bySha.has(sha))) return false;
    if (first === approved) return true;
    at = first === undefined ? undefined : bySha.get(first);
  }
  return false;
}
