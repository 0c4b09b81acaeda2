import type { AuditedChange } from '../judge/change.ts';
import { isReviewed, type FourEyes, type Judgement } from './four-eyes.ts';
import { compare, standingReviews } from './standing.ts';

type Landed = Pick<AuditedChange, 'commits' | 'landing' | 'pull'>;

/** How much later than the push that made it GitHub may date a landing, in milliseconds. */
const tolerance = 60_000;

/**
 * Whether somebody who landed a pull request by a push of their own put something into it that is in none of its commits: in
 * the merge that they made, or in a commit on top. GitHub's own merge, by its button or its queue, cannot. Undefined where
 * nobody can tell.
 */
export function addsByHand({ commits, landing, pull }: Landed): boolean | undefined {
  if (pull === undefined || !isLandedByHand(pull, landing)) return false;
  const known = new Set(pull.commits.map(({ sha }) => sha));
  const added = commits.filter(({ sha }) => !known.has(sha)).map((commit) => holdsSomething(commit, pull.commitsCut));
  return added.includes(true) ? true : added.includes(undefined) ? undefined : false;
}

/** Nobody could review what such a push added: the approval is of less than what landed. */
export function withHandwork(change: Landed, judgement: Judgement): Judgement {
  const added = addsByHand(change);
  if (added === false || change.pull === undefined || !isReviewed(judgement.for)) return judgement;
  const by = standingReviews(change.pull).filter(({ said }) => said === 'APPROVED');
  const changed: FourEyes = { kind: 'changed-after-review', by };
  return added === true ? { for: changed } : { ...judgement, against: changed };
}

/** A pull request that was merged before, there or into another branch, was judged where it landed first. */
function isLandedByHand({ base, mergedAt }: NonNullable<Landed['pull']>, { at, branch, kind }: Landed['landing']): boolean {
  if (kind === 'pull-request' || kind === 'merge-queue') return false;
  return base === branch && (at === null || compare(mergedAt, at) >= -tolerance);
}

/** Where not all commits of a pull request are known, one that seems to be no part of it may be one. */
function holdsSomething({ mergeAlone, parents }: Landed['commits'][number], commitsCut: boolean): boolean | undefined {
  if (parents.length > 1) return mergeAlone === null ? undefined : !mergeAlone;
  return commitsCut ? undefined : true;
}
