import type { GitCommitInfo, RepoInfo } from '../contract/index.ts';
import { given, listAt, plainUrl } from '../text/index.ts';
import { lineAt, momentAt, personOf, shaAt, textAt } from './payload.ts';

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

/**
 * Fills missing fields from GitHub's answer to `GET /repos/{owner}/{repo}/commits/{sha}`
 * (docs.github.com/rest/commits/commits#get-a-commit). Fields from git or the event stay, and redacted ones stay redacted; the
 * author's login alone is taken from here first, since GitHub knows it and a pull request only knows who opened it. An answer
 * about another commit changes nothing.
 */
export function completeFromApi(facts: GitFacts, answer: unknown): GitFacts {
  const { commit } = facts;
  if (shaAt(answer, 'sha') !== commit.sha1) return facts;
  const filled: GitCommitInfo = { ...fromApi(answer), ...commit, ...login(commit, answer) };
  const missing = facts.missing.filter((field) => field === 'repository' || filled[field] === undefined);
  const before = missingNotices(commit.sha1, facts.missing, facts.checkout);
  return {
    ...facts,
    commit: filled,
    missing,
    notices: [...facts.notices.filter((notice) => !before.includes(notice)), ...missingNotices(commit.sha1, missing, facts.checkout)],
  };
}

function fromApi(answer: unknown): Omit<GitCommitInfo, 'sha1'> {
  const message = textAt(answer, 'commit', 'message');
  const author = personOf(lineAt(answer, 'commit', 'author', 'name'), lineAt(answer, 'commit', 'author', 'email'));
  const timestamp = momentAt(answer, 'commit', 'author', 'date');
  const parents = parentsAt(answer);
  const url = plainUrl(lineAt(answer, 'html_url') ?? '');
  return {
    ...given({ message, author }),
    ...(/^https?:/.test(url) ? { url } : {}),
    ...given({ timestamp, parents }),
  };
}

/** All of them or none: a list with one parent dropped would be another commit. */
export function parentsAt(answer: unknown): readonly string[] | undefined {
  const list = listAt(answer, 'parents');
  const parents = list?.flatMap((parent) => shaAt(parent, 'sha') ?? []);
  return parents?.length === list?.length ? parents : undefined;
}

function login(commit: GitCommitInfo, answer: unknown): Pick<GitCommitInfo, 'author_username'> {
  const found = lineAt(answer, 'author', 'login');
  return found === undefined || commit.author === redacted ? {} : { author_username: found };
}
