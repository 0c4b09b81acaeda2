import type { LandingFact } from '../facts/line.ts';
import type { treeChanges } from '../../git/index.ts';
import { isMerged, type Commit, type Landing, type PullRequest } from '../facts/landing.ts';

/**
 * Whether a commit may be nothing but a suggestion that GitHub applied, by all but its contents: GitHub signed it, it has
 * one parent, the message that GitHub gives such a commit, and co-authors who all reviewed the pull request.
 */
export function looksLikeSuggestion(commit: Commit, pull: PullRequest, signedByGitHub: ReadonlySet<string>): boolean {
  const reviewers = new Set(pull.reviews.flatMap(({ by }) => by?.id ?? []));
  return (
    signedByGitHub.has(commit.sha) &&
    commit.parents.length === 1 &&
    (isApplied(commit.title) || commit.title.startsWith(update)) &&
    commit.coAuthors.length > 0 &&
    commit.coAuthors.every(({ account }) => account !== null && reviewers.has(account.id))
  );
}

type Changes = NonNullable<Awaited<ReturnType<typeof treeChanges>>[number]>;

/** Whether it is a suggestion, by its change: lines of files that existed. The title of a single suggestion may name the file. */
export function isSuggestion({ title }: Commit, changes: Changes): boolean {
  if (changes.length === 0 || changes.some(({ mode, oldMode, status }) => status !== 'M' || mode !== oldMode)) return false;
  const [first] = changes;
  return isApplied(title) || (changes.length === 1 && title === `${update}${first?.path ?? ''}`);
}

const update = 'Update ';

function isApplied(title: string): boolean {
  return title === 'Apply suggestions from code review' || /^Apply suggestion from @[\w-]{1,39}$/.test(title);
}

export type MergedPull = Pick<PullRequest, 'number' | 'base' | 'mergedAt' | 'mergeCommit'>;

export interface Change<Pull extends MergedPull = MergedPull> {
  readonly landing: Landing;
  /** Undefined: none was opened. */
  readonly pull: Pull | undefined;
  /** SHAs, the oldest first. */
  readonly commits: readonly string[];
}

interface Pulls<Pull extends MergedPull> {
  /** All merged pull requests that a commit is in, by the commit's SHA. */
  readonly of: (sha: string) => readonly Pull[];
  readonly audited: (branch: string) => boolean;
}

/** Each commit of the landing is in exactly one change. They come in the order of their first commits. */
export function changesOf<Pull extends MergedPull>(landing: Landing, pulls: Pulls<Pull>): readonly Change<Pull>[] {
  const landed = new Map(landing.commits.map(({ sha }, index) => [sha, index]));
  const groups = new Map<number | undefined, { readonly pull: Pull | undefined; readonly commits: string[] }>();
  for (const { sha } of landing.commits) {
    const pull = ownPull(pulls.of(sha), landing, landed, pulls.audited);
    const group = groups.get(pull?.number);
    if (group === undefined) groups.set(pull?.number, { pull, commits: [sha] });
    else group.commits.push(sha);
  }
  return [...groups.values()].map((group) => ({ landing, ...group }));
}

export function changesIn(
  { landing, pulls, pullsOf }: Pick<LandingFact, 'landing' | 'pulls' | 'pullsOf'>,
  branches: readonly { readonly name: string }[],
): readonly Change<PullRequest>[] {
  const byNumber = new Map(pulls.map((pull) => [pull.number, pull]));
  const audited = new Set(branches.map(({ name }) => name));
  return changesOf(landing, {
    of: (sha) => (pullsOf[sha] ?? []).flatMap((number) => byNumber.get(number) ?? []),
    audited: (branch) => audited.has(branch),
  });
}

/**
 * Why the changes of a landing are not all of it; undefined where they are. Their commits are counted against a number
 * that came another way: a list that was cut off must never look like a landing with fewer changes.
 */
export function unreconciled(landing: Landing, changes: readonly Change[]): string | undefined {
  const found = changes.reduce((sum, { commits }) => sum + commits.length, 0);
  const distinct = new Set(changes.flatMap(({ commits }) => commits)).size;
  if (found === landing.count && distinct === landing.count) return undefined;
  return `Landing ${landing.id} of ${landing.branch} brought ${landing.count} commits, and its changes hold ${distinct}`;
}

/** How much later than the landing GitHub may date the merge that made it, in milliseconds. */
const tolerance = 60_000;

/** Where several pull requests hold a commit: the one that brought it first to an audited branch, else the one that this landing merged. */
function ownPull<Pull extends MergedPull>(
  candidates: readonly Pull[],
  landing: Landing,
  landed: ReadonlyMap<string, number>,
  audited: (branch: string) => boolean,
): Pull | undefined {
  const { at, branch } = landing;
  const byMerge = isMerged(landing);
  const place = ({ mergeCommit }: Pull): number | undefined => (mergeCommit === null ? undefined : landed.get(mergeCommit));
  const before = (pull: Pull, late: number): boolean => at !== null && Date.parse(pull.mergedAt) <= Date.parse(at) + late;
  const first = candidates
    .filter((pull) => {
      if (!audited(pull.base)) return false;
      // A merge into this branch that is in the landing made it. One into another branch may only say so later, of what was
      // pushed directly here; git alone cannot tell.
      if (place(pull) !== undefined) return pull.base === branch || at === null || before(pull, tolerance);
      return before(pull, pull.mergeCommit === null && byMerge ? tolerance : 0);
    })
    .toSorted(
      (one, other) =>
        Date.parse(one.mergedAt) - Date.parse(other.mergedAt) || (place(one) ?? 0) - (place(other) ?? 0) || one.number - other.number,
    );
  if (first[0] !== undefined || !byMerge || at === null) return first[0];
  // The base may have been renamed since.
  return candidates.find((pull) => place(pull) !== undefined && Math.abs(Date.parse(pull.mergedAt) - Date.parse(at)) <= tolerance);
}
