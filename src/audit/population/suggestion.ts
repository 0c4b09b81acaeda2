import type { treeChanges } from '../../git/index.ts';
import type { Commit } from '../facts/commit.ts';
import type { PullRequest } from '../facts/pull-request.ts';

/**
 * Whether a commit may be nothing but a suggestion that GitHub applied, by all but its contents: GitHub signed it, it has one
 * parent, the message that GitHub gives such a commit, and co-authors who all reviewed the pull request.
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

/**
 * Whether it is a suggestion, by its change: lines of files that existed. The title of a single suggestion may name the one file.
 */
export function isSuggestion({ title }: Commit, changes: Changes): boolean {
  if (changes.length === 0 || changes.some(({ mode, oldMode, status }) => status !== 'M' || mode !== oldMode)) return false;
  const [first] = changes;
  return isApplied(title) || (changes.length === 1 && title === `${update}${first?.path ?? ''}`);
}

const update = 'Update ';

function isApplied(title: string): boolean {
  return title === 'Apply suggestions from code review' || /^Apply suggestion from @[\w-]{1,39}$/.test(title);
}
