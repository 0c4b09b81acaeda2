import type { Account, People } from '../facts/account.ts';
import type { PullRequest } from '../facts/landing.ts';
import type { Header } from '../facts/line.ts';
import type { AuditFile } from '../file/audit-file.ts';
import { matchesPath } from '../file/globs.ts';
import type { AuditedChange } from '../population/change.ts';
import type { World } from '../population/world.ts';
import { authorsOf, peopleFor, type InDoubt } from './authors.ts';
import { compare, isReviewed, judgeFourEyes, standingReviews, type FourEyes, type Judgement } from './four-eyes.ts';

type Landed = Pick<AuditedChange, 'commits' | 'landing' | 'pull'>;

/** How far GitHub may date a landing after its push, in milliseconds. */
const tolerance = 60_000;

/**
 * Whether a person who landed a pull request by a push of their own put something into it that is in none of its commits:
 * in the merge that they made, or in a commit on top. GitHub's own merge, by its button or its queue, cannot. Undefined
 * where that is unknown.
 */
function addsByHand({ commits, landing, pull }: Landed): boolean | undefined {
  if (pull === undefined || !isLandedByHand(pull, landing)) return false;
  const known = new Set(pull.commits.map(({ sha }) => sha));
  const added = commits.filter(({ sha }) => !known.has(sha)).map((commit) => holdsSomething(commit, pull.commitsCut));
  return added.includes(true) ? true : added.includes(undefined) ? undefined : false;
}

/** The additions of such a push could not be reviewed: the approval is of less than what landed. */
function withHandwork(change: Landed, judgement: Judgement): Judgement {
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

/** Where not all commits of a pull request are known, one that seems foreign to it may be one. */
function holdsSomething({ mergeAlone, parents }: Landed['commits'][number], commitsCut: boolean): boolean | undefined {
  if (parents.length > 1) return mergeAlone === null ? undefined : !mergeAlone;
  return commitsCut ? undefined : true;
}

/**
 * Whether the audit's file lets an account make such a change without a person: it has no other author, and all of its
 * paths are that account's. Undefined where that is unknown. A commit's author is a claim, so that it must be the
 * account's own pull request, or its own push.
 */
export function isAllowedBot(
  change: Pick<AuditedChange, 'commits' | 'landing' | 'paths' | 'pull'>,
  bots: AuditFile['bots'],
  people: People,
): boolean | undefined {
  const { commits, landing, paths, pull } = change;
  const by = pull === undefined ? landing.actor : pull.openedBy;
  const allowed = bots.filter(({ account }) => account === by?.id);
  if (by === null || allowed.length === 0) return false;
  const added = addsByHand(change);
  if (added === true) return false;
  const written = pull ?? { askedBy: null, commits, openedBy: landing.actor };
  const isAlone = (inDoubt: InDoubt): boolean => {
    const { accounts, unidentified } = authorsOf(written, people, inDoubt);
    return unidentified.length === 0 && [...accounts].every((account) => account === by.id);
  };
  if (!isAlone('for')) return false;
  if (!isAlone('against') || pull?.commitsCut === true || paths === null || added === undefined) return undefined;
  const globs = allowed.flatMap((bot) => bot.paths);
  return paths.every((path) => matchesPath(globs, path));
}

/**
 * Whether a pull request only brings commits that landed on an audited branch already, or in another change of this
 * landing: each of those changes is judged where it landed first, so this one owes nothing again. Undefined where that is
 * unknown. Its head was an audited branch of this repository, however it was merged. Or its own commits are merges that
 * anybody could repeat: all others that it brought belong to pull requests that were merged before. A person who pushes
 * the merge by hand can add changes that landed nowhere else.
 */
export function isPromotion(
  change: Pick<AuditedChange, 'commits' | 'landing' | 'pull'>,
  { header }: Pick<World, 'header'>,
): boolean | undefined {
  const { commits, pull } = change;
  if (pull === undefined) return false;
  const added = addsByHand(change);
  if (added === true) return false;
  if (promotesBranch(pull, header)) return added === undefined ? undefined : true;
  if (commits.some(({ mergeAlone, parents }) => parents.length < 2 || mergeAlone === false)) return false;
  return commits.every(({ mergeAlone }) => mergeAlone === true) ? true : undefined;
}

function promotesBranch(pull: PullRequest, { branches, repository }: Pick<Header, 'branches' | 'repository'>): boolean {
  const isOfHere = pull.from !== null && pull.from.toLowerCase() === repository?.toLowerCase();
  return isOfHere && pull.headBranch !== pull.base && branches.some(({ name }) => name === pull.headBranch);
}

/**
 * Whether a pull request merged one audited branch into another and added nothing: all of it was judged where it landed
 * before. Its merge is GitHub's own or one that git repeats, or it left the files of the first branch and nothing else.
 */
export function bringsNothing(
  change: Pick<AuditedChange, 'commits' | 'landing' | 'pull' | 'tip'>,
  { header }: Pick<World, 'header'>,
): boolean {
  const { landing, pull, tip } = change;
  if (pull === undefined || !promotesBranch(pull, header)) return false;
  if (isPromotion(change, { header }) === true) return true;
  const head = [...landing.commits, ...pull.commits].find(({ sha }) => sha === pull.head);
  return head?.tree === tip.tree;
}

type OwedReview =
  /** It owes no review, or could have none, without a pull request. */
  | { readonly kind: 'none' }
  | ({ readonly kind: 'owed' } & Reviewed)
  /** It may owe none. */
  | ({ readonly kind: 'in-doubt'; readonly why: string } & Reviewed);

interface Reviewed {
  readonly pull: PullRequest;
  /** By its merge. */
  readonly judgement: Judgement;
  /** By another moment. */
  readonly judgementAt: (moment: string) => Judgement;
}

/** One without a pull request is a push, which other rules are about. */
export function owedReview(change: AuditedChange, world: World, people: People = peopleFor(change, world)): OwedReview {
  const { excluded, pull } = change;
  if (pull === undefined || excluded !== undefined) return { kind: 'none' };
  const promotes = isPromotion(change, world);
  if (promotes === true) return { kind: 'none' };
  const isRefused = standingReviews(pull).some(({ said }) => said === 'CHANGES_REQUESTED');
  // An account that needs no person still does not get past one who says no.
  const allowed = isRefused ? false : isAllowedBot(change, change.file?.bots ?? [], people);
  if (allowed === true) return { kind: 'none' };
  const reviewed = reviewedBy(change, pull, world, people);
  if (promotes === undefined)
    return { kind: 'in-doubt', ...reviewed, why: `nobody can tell whether #${pull.number} adds anything of its own` };
  if (allowed === undefined)
    return { kind: 'in-doubt', ...reviewed, why: `nobody can tell whether #${pull.number} is of an allowed bot alone` };
  return { kind: 'owed', ...reviewed };
}

export function reviewedBy(change: AuditedChange, pull: PullRequest, world: World, people: People): Reviewed {
  const machines = new Set((change.file?.bots ?? []).map(({ account }) => account));
  const shown = {
    ...pull,
    baseChanges: pull.baseChanges?.filter(({ from }) => !world.header.branches.some(({ name }) => name === from)) ?? [],
  };
  const judgementAt = (moment: string): Judgement => withHandwork(change, judgeFourEyes(shown, people, moment, machines));
  return { pull, judgement: judgementAt(pull.mergedAt), judgementAt };
}

interface Emergency {
  readonly label: string;
  readonly by: Account | null;
  readonly at: string;
  readonly days: number;
  /** The latest moment for the review of another person: ISO 8601 in UTC. */
  readonly deadline: string;
}

/** By the audit's file in force before the change; undefined where it is not an emergency. GitHub's labels ignore case. */
export function emergencyOf({ file, pull }: Pick<AuditedChange, 'file' | 'pull'>): Emergency | undefined {
  const emergency = file?.emergency;
  if (pull === undefined || emergency === undefined || emergency === null) return undefined;
  const set = pull.labels.find(({ at, name }) => name.toLowerCase() === emergency.label.toLowerCase() && compare(at, pull.mergedAt) <= 0);
  if (set === undefined) return undefined;
  const deadline = new Date(Date.parse(pull.mergedAt) + emergency.days * 86_400_000).toISOString();
  return { label: set.name, by: set.by, at: set.at, days: emergency.days, deadline };
}

/** The reviews before its merge or until its days were over. */
export function judgeEmergency({ deadline }: Emergency, owed: Exclude<OwedReview, { kind: 'none' }>, now: string): Judgement {
  const { judgementAt, judgement } = owed;
  if (judgement.against === undefined && isReviewed(judgement.for)) return judgement;
  return judgementAt(compare(deadline, now) < 0 ? deadline : now);
}
