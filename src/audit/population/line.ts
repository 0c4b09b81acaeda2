import { listsBy } from '../../text/index.ts';
import type { Commit, Landing, PullRequest } from '../facts/landing.ts';

export function bySha({ commits }: Pick<Landing, 'commits'>): ReadonlyMap<string, Commit> {
  return new Map(commits.map((commit) => [commit.sha, commit]));
}

/** From the landed commit along first parents, within the landing, the newest first. */
export function lineOf(landing: Pick<Landing, 'after' | 'commits'>): readonly Commit[] {
  const commits = bySha(landing);
  const line: Commit[] = [];
  let at = landing.after === null ? undefined : commits.get(landing.after);
  while (at !== undefined) {
    line.push(at);
    const [first] = at.parents;
    at = first === undefined ? undefined : commits.get(first);
  }
  return line;
}

/** A commit of the landing holds itself, too. */
function heldBy(commits: ReadonlyMap<string, Commit>, tip: string): ReadonlySet<string> {
  const held = new Set<string>();
  const waiting = [tip];
  for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
    const commit = held.has(sha) ? undefined : commits.get(sha);
    if (commit === undefined) continue;
    held.add(sha);
    waiting.push(...commit.parents);
  }
  return held;
}

/**
 * Commits whose pull requests are asked first. A merge on GitHub's pages is one pull request, which its last commit tells;
 * a group of a merge queue has one for each commit of the branch's own line; of a push nothing is known.
 */
export function askedFirst(landing: Landing): readonly string[] {
  switch (landing.kind) {
    case 'pull-request':
      return landing.after === null || landing.commits.length === 0 ? [] : [landing.after];
    case 'merge-queue':
      return lineOf(landing).map(({ sha }) => sha);
    case 'push':
    case 'force-push':
    case 'creation':
    case 'deletion':
    case 'unknown':
      return landing.commits.map(({ sha }) => sha);
  }
}

/**
 * Commits whose pull requests are asked next: those that no found pull request explains, and those that another audited
 * branch has too, where another pull request may have brought them first.
 * @param asked before
 * @param elsewhere whether another audited branch holds a commit
 */
export function askedNext(
  landing: Landing,
  pulls: readonly PullRequest[],
  asked: ReadonlySet<string>,
  elsewhere: (sha: string) => boolean,
): readonly string[] {
  const explained = new Set(pulls.flatMap((pull) => explainedBy(pull, landing)));
  return landing.commits.map(({ sha }) => sha).filter((sha) => !asked.has(sha) && (!explained.has(sha) || elsewhere(sha)));
}

function explainedBy(pull: PullRequest, landing: Landing): readonly string[] {
  const { head, mergeCommit } = pull;
  const commits = bySha(landing);
  if (mergeCommit === null || !commits.has(mergeCommit)) return [];
  // GitHub's own merge does one thing: with it a line of commits is a pull request's, rebased.
  const line = landing.kind === 'pull-request' && mergeCommit === landing.after ? lineOf(landing).map(({ sha }) => sha) : [];
  return [...line, mergeCommit, ...heldBy(commits, head)];
}

/**
 * The pull requests of each commit that can have brought it: the commit is in what the merge left on its base. A squashed
 * pull request holds its commits too, but did not bring them anywhere.
 * @param numbers by SHA, as GitHub tells
 * @param holds whether a commit outside the landing holds one of the landing; undefined: not known
 */
export function broughtBy(
  landing: Landing,
  numbers: (sha: string) => readonly number[],
  pulls: ReadonlyMap<number, PullRequest>,
  holds: (mergeCommit: string, sha: string) => boolean | undefined,
): Readonly<Record<string, readonly number[]>> {
  const commits = bySha(landing);
  const held = new Map<string, ReadonlySet<string>>();
  const brought = (sha: string, number: number): boolean => {
    const pull = pulls.get(number);
    if (pull === undefined) return false;
    const { mergeCommit } = pull;
    if (mergeCommit === null) return landing.kind === 'pull-request' || landing.kind === 'merge-queue';
    if (!commits.has(mergeCommit)) return holds(mergeCommit, sha) === true;
    const known = held.get(mergeCommit) ?? heldBy(commits, mergeCommit);
    held.set(mergeCommit, known);
    return known.has(sha);
  };
  // Without an asked commit's own answer the pull request that explains it stands in.
  const explained = listsBy(pulls.values(), (pull) => explainedBy(pull, landing));
  return Object.fromEntries(
    landing.commits.flatMap(({ sha }): [string, readonly number[]][] => {
      const found = [...new Set([...numbers(sha), ...(explained.get(sha) ?? []).map(({ number }) => number)])].filter((number) =>
        brought(sha, number),
      );
      return found.length === 0 ? [] : [[sha, found]];
    }),
  );
}

/** From one commit to another; `from` null: from nothing. */
export interface Range {
  readonly from: string | null;
  readonly to: string;
}

interface Part {
  readonly commits: readonly string[];
  readonly pull: { readonly mergeCommit: string | null } | undefined;
}

/**
 * The paths that a change touched on the branch that it landed on: from the first parent of its first commit there to its last.
 * Commits with other changes between them make several such ranges. A change without a commit on the branch's own line, because
 * another branch that had it was merged, is its change to that other branch.
 */
export function rangesOf(part: Part, landing: Pick<Landing, 'after' | 'commits'>): readonly Range[] {
  const own = new Set(part.commits);
  const onLine = rangesAlong(lineOf(landing).map((commit) => (own.has(commit.sha) ? commit : undefined)));
  if (onLine.length > 0) return onLine;
  const commits = bySha(landing);
  const merged = part.pull?.mergeCommit ?? null;
  if (merged !== null && own.has(merged)) {
    return rangesAlong(lineOf({ after: merged, commits: landing.commits.filter(({ sha }) => own.has(sha)) }));
  }
  return part.commits.map((sha) => ({ from: commits.get(sha)?.parents[0] ?? null, to: sha }));
}

/** The ranges of a line, the newest first; undefined stands for commits of others. */
function rangesAlong(line: readonly (Commit | undefined)[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const [index, commit] of line.entries()) {
    if (commit === undefined) continue;
    const from = commit.parents[0] ?? null;
    const newer = line[index - 1];
    const open = newer === undefined ? undefined : ranges.pop();
    ranges.push({ from, to: open?.to ?? commit.sha });
  }
  return ranges;
}
