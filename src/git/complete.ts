import type { GitCommitInfo } from '../contract/index.ts';
import { given, plainUrl, valueAt } from '../text/index.ts';
import { missingNotices, redacted, type GitFacts } from './facts.ts';
import { lineAt, momentAt, personOf, shaAt, textAt } from './payload.ts';

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
  const list = valueAt(answer, 'parents');
  if (!Array.isArray(list)) return undefined;
  const parents = list.flatMap((parent) => shaAt(parent, 'sha') ?? []);
  return parents.length === list.length ? parents : undefined;
}

function login(commit: GitCommitInfo, answer: unknown): Pick<GitCommitInfo, 'author_username'> {
  const found = lineAt(answer, 'author', 'login');
  return found === undefined || commit.author === redacted ? {} : { author_username: found };
}
