import type { People } from '../facts/account.ts';
import type { Commit, PullRequest, Review } from '../facts/landing.ts';
import { authorsOf, type InDoubt } from './authors.ts';

interface Standing extends Review {
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

/** Approvals that came too late, by the order of their moments. */
function lateApprovals({ mergedAt, reviews }: PullRequest): readonly Review[] {
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
  // When it was dismissed is unknown, and so is what it said before: it may have been a standing approval.
  return { ...review, said: said === 'DISMISSED' && inDoubt === 'for' ? 'APPROVED' : said };
}

/** Whether a person who did not write a change approved it as it was merged; if not, which rule says so. */
export type FourEyes =
  | { readonly kind: 'reviewed'; readonly by: readonly Standing[] }
  | { readonly kind: 'approval-carried-over'; readonly by: readonly Standing[] }
  | { readonly kind: 'changed-after-review'; readonly by: readonly Standing[] }
  | { readonly kind: 'approved-by-author'; readonly by: readonly Standing[] }
  | { readonly kind: 'approved-after-merge'; readonly by: readonly Review[] }
  | { readonly kind: 'merged-without-review'; readonly against: readonly Standing[] };

/** An unknown fact is taken twice, for the change and against it. `against` is left out where both say the same. */
export interface Judgement {
  readonly for: FourEyes;
  readonly against?: FourEyes;
}

/**
 * One approval that counts is enough, if no request for changes stands. It counts if it is by a person who wrote nothing
 * of the change, came before the merge, and is of the merged head, or of an older commit that only commits without
 * anything of their own came after. GitHub moves an approval to a new head after a force push with an equal patch, so an
 * approval older than the last force push is one of something else: it was carried over.
 * @param moment by when the approval must be there; the merge if left out
 * @param machines numbers of accounts that the repository calls bots: GitHub takes some of them for people
 */
export function judgeFourEyes(
  pull: PullRequest,
  people: People,
  moment: string = pull.mergedAt,
  machines: ReadonlySet<number> = new Set(),
): Judgement {
  const isPerson = ({ by }: Review): boolean => by === null || (by.kind !== 'bot' && !machines.has(by.id));
  const inFavour = fourEyes(pull, { people, isPerson }, moment, 'for');
  const against = fourEyes(pull, { people, isPerson }, moment, 'against');
  return inFavour.kind === against.kind ? { for: against } : { for: inFavour, against };
}

/** A carried-over approval has its own rule, and is not the reviewer's fault. */
export function isReviewed(said: FourEyes): said is Extract<FourEyes, { kind: 'reviewed' | 'approval-carried-over' }> {
  return said.kind === 'reviewed' || said.kind === 'approval-carried-over';
}

function fourEyes(
  pull: PullRequest,
  { isPerson, people }: { readonly people: People; readonly isPerson: (review: Review) => boolean },
  moment: string,
  inDoubt: InDoubt,
): FourEyes {
  const standing = standingReviews(pull, moment, inDoubt);
  // A request for changes need not come from a person: an App's request blocks a merge too.
  const against = standing.filter(({ said }) => said === 'CHANGES_REQUESTED');
  if (against.length > 0) return { kind: 'merged-without-review', against };
  const isOther = otherThanAuthors(pull, people, inDoubt);
  const approvals = standing.filter((review) => review.said === 'APPROVED' && isPerson(review));
  const byOthers = approvals.filter(isOther);
  const ofHead = byOthers.filter(({ at, commit }) => isSeen(pull, commit, inDoubt) && isOfBase(pull, at, inDoubt));
  const pushes = pull.forcePushes.filter((push) => compare(push, pull.mergedAt) <= 0);
  const direct = ofHead.filter(({ at }) => pushes.every((push) => compare(push, at) <= 0));
  if (direct.length > 0) return { kind: 'reviewed', by: direct };
  if (ofHead.length > 0) return { kind: 'approval-carried-over', by: ofHead };
  if (byOthers.length > 0) return { kind: 'changed-after-review', by: byOthers };
  if (approvals.length > 0) return { kind: 'approved-by-author', by: approvals };
  const late = lateApprovals(pull).filter((review) => isPerson(review) && isOther(review));
  return late.length > 0 ? { kind: 'approved-after-merge', by: late } : { kind: 'merged-without-review', against: [] };
}

/**
 * A pull request to another branch shows only what that branch had not. Once it is pointed at the base, what the other one
 * had comes with it: an earlier approval may not have seen that.
 */
function isOfBase({ baseChanges = [] }: PullRequest, approvedAt: string, inDoubt: InDoubt): boolean {
  return inDoubt === 'for' || baseChanges.every(({ at }) => compare(at, approvedAt) <= 0);
}

/** A deleted account may be an author or an App, and commits that could not be listed may have any author. */
function otherThanAuthors(pull: PullRequest, people: People, inDoubt: InDoubt): (review: Review) => boolean {
  const { accounts } = authorsOf(pull, people, inDoubt);
  return ({ by }) => {
    if (by === null) return inDoubt === 'for';
    return !accounts.has(by.id) && (inDoubt === 'for' || !pull.commitsCut);
  };
}

/** Whether the approver of that commit saw all that people wrote: only commits that hold nothing of their own came after it. */
function isSeen({ commits, commitsCut, head }: PullRequest, approved: string | null, inDoubt: InDoubt): boolean {
  if (approved === null) return false;
  if (approved === head) return true;
  if (commitsCut) return inDoubt === 'for';
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const walked = new Set<string>();
  let at = bySha.get(head);
  while (at !== undefined && !walked.has(at.sha) && holdsNothing(at, bySha, inDoubt)) {
    walked.add(at.sha);
    const [first] = at.parents;
    if (first === approved) return true;
    at = first === undefined ? undefined : bySha.get(first);
  }
  return false;
}

/**
 * "Update branch" has the branch itself as its first parent, and as its second a commit of the base. One that is the pull
 * request's own is another branch, which was not reviewed. A commit with the tree of its one parent changed nothing.
 */
function holdsNothing({ mergeAlone, parents, tree }: Commit, bySha: ReadonlyMap<string, Commit>, inDoubt: InDoubt): boolean {
  const [first, ...others] = parents;
  if (first === undefined) return false;
  if (others.length === 0) return bySha.get(first)?.tree === tree;
  return (mergeAlone ?? inDoubt === 'for') && !others.some((sha) => bySha.has(sha));
}
