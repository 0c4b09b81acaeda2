import type { Landing } from '../facts/landing.ts';
import type { PullRequest } from '../facts/pull-request.ts';
import { bySha, heldBy, lineOf } from './line.ts';

/**
 * Commits whose pull requests are asked first. A merge on GitHub's pages is one pull request, which its last commit tells; a
 * group of a merge queue has one for each commit of the branch's own line; of a push nothing is known.
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
 * Commits whose pull requests are asked next: those that no pull request found explains, and those that another audited
 * branch has too, where another pull request may have brought them first.
 *
 * @param asked what was asked already
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

/** The commits of a landing that are a pull request's, as far as that can be told without asking about each. */
function explainedBy(pull: PullRequest, landing: Landing): readonly string[] {
  const { head, mergeCommit } = pull;
  const commits = bySha(landing);
  if (mergeCommit === null || !commits.has(mergeCommit)) return [];
  // GitHub's own merge does one thing: with it a line of commits is a pull request's, rebased.
  const line = landing.kind === 'pull-request' && mergeCommit === landing.after ? lineOf(landing).map(({ sha }) => sha) : [];
  return [...line, mergeCommit, ...heldBy(commits, head)];
}

/**
 * The pull requests of each commit that can have brought it: the commit is in what the merge left on its base. A pull request
 * that was squashed holds its commits too, but did not bring them anywhere.
 *
 * @param numbers by SHA, as GitHub tells
 * @param holds whether a commit outside the landing holds one of the landing; undefined: nobody can tell
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
  const explained = new Map<string, number[]>();
  for (const pull of pulls.values()) {
    for (const sha of explainedBy(pull, landing)) explained.set(sha, [...(explained.get(sha) ?? []), pull.number]);
  }
  return Object.fromEntries(
    landing.commits.flatMap(({ sha }): [string, readonly number[]][] => {
      const found = [...new Set([...numbers(sha), ...(explained.get(sha) ?? [])])].filter((number) => brought(sha, number));
      return found.length === 0 ? [] : [[sha, found]];
    }),
  );
}
