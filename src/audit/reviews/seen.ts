import type { Commit } from '../facts/commit.ts';
import type { PullRequest } from '../facts/pull-request.ts';
import type { InDoubt } from './authors.ts';

/**
 * Whether whoever approved that commit saw all that people wrote: it is the head, or nothing came after it but commits that
 * hold nothing of their own.
 */
export function isSeen({ commits, commitsCut, head }: PullRequest, approved: string | null, inDoubt: InDoubt): boolean {
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
 * request's own is another branch, which nobody has seen. A commit with the tree of its one parent changed nothing.
 */
function holdsNothing({ mergeAlone, parents, tree }: Commit, bySha: ReadonlyMap<string, Commit>, inDoubt: InDoubt): boolean {
  const [first, ...others] = parents;
  if (first === undefined) return false;
  if (others.length === 0) return bySha.get(first)?.tree === tree;
  return (mergeAlone ?? inDoubt === 'for') && !others.some((sha) => bySha.has(sha));
}
