import type { GitCommitInfo, RepoInfo } from '../contract/index.ts';

export type MissingField = 'message' | 'author' | 'timestamp' | 'parents' | 'branch' | 'url' | 'repository';

/** The fields about the commit that are sent, and how sure they are. */
export interface GitFacts {
  readonly commit: GitCommitInfo;
  readonly repository: RepoInfo | undefined;
  /** HEAD of the checkout: what the tests ran on. On a pull request this is the merge commit, unless its head was checked out. */
  readonly builtSha: string | undefined;
  readonly checkout: 'subject' | 'merge' | 'none';
  /** The fields that neither the event nor the clone knows. GitHub's API may: `completeFromApi`. */
  readonly missing: readonly MissingField[];
  /** Sentences for the log and the summary. They hold foreign text: print them through the safe printer. */
  readonly notices: readonly string[];
}

/** The vendor's word for a value held back at the caller's wish. */
export const redacted = '**REDACTED**';

/** The unknown facts about the commit, with the line that fixes most of it; nothing when all is known. */
export function missingNotices(sha: string, missing: readonly MissingField[], checkout: GitFacts['checkout']): readonly string[] {
  const notices: string[] = [];
  const hasRepository = !missing.includes('repository');
  // Without a repository there is no page of the commit either: one cause, one notice.
  const fields = missing.filter((field) => field !== 'repository' && (hasRepository || field !== 'url'));
  if (fields.length > 0) {
    // The merge commit of a pull request is one commit away from its head.
    const hint = checkout === 'merge' && missing.includes('message') ? ' `fetch-depth: 2` at actions/checkout brings the commit.' : '';
    notices.push(`Not known of commit ${sha.slice(0, 12)}, and left out: ${fields.join(', ')}.${hint}`);
  }
  if (!hasRepository) notices.push('The repository is left out: neither the event nor a remote named `origin` names it.');
  return notices;
}
