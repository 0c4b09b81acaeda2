import type { GitCommitInfo, RepoInfo } from '../contract/index.ts';
import type { Digests } from './commit-object.ts';
import { given, listAt, plainUrl } from '../text/index.ts';
import { lineAt, momentAt, personOf, shaAt, textAt } from './payload.ts';

/**
 * The web page of a repository, from a remote's URL as git takes it: `https://user:pass@h/o/r.git`,
 * `ssh://git@h:22/o/r.git`, `git@h:o/r.git`. Never with user info, query or fragment; `undefined` for local paths, and
 * for URLs in which a stray `@` shows that a password was not escaped, so that no half of it is taken for a host.
 */
export function webUrlOf(remote: string): string | undefined {
  const scp = /^(?:[^@/:\s]+@)?([^@/:\s[\]]{2,}|\[[0-9a-fA-F:]+\]):(?!\/\/)\/?([^@\s]+)$/.exec(remote);
  if (scp?.[1] !== undefined && scp[2] !== undefined) return page('https:', scp[1], scp[2]);
  const url = URL.parse(remote);
  if (url === null || `${url.hostname}${url.pathname}${url.search}${url.hash}`.includes('@')) return undefined;
  switch (url.protocol) {
    case 'https:':
    case 'http:':
      return page(url.protocol, url.host, url.pathname);
    // The port of these is of another protocol than the web page's.
    case 'ssh:':
    case 'git+ssh:':
    case 'ssh+git:':
    case 'git:':
      return page('https:', url.hostname, url.pathname);
    default:
      return undefined;
  }
}

function page(protocol: string, host: string, path: string): string | undefined {
  const trimmed = path
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '')
    .replace(/\/+$/, '');
  if (host === '' || trimmed === '') return undefined;
  const url = URL.parse(`${protocol}//${sshOverHttps[host] ?? host}/${trimmed}`);
  return url === null ? undefined : `${url.origin}${url.pathname}`;
}

/** Hosts that answer to SSH on port 443 for users behind firewalls, and the host of their web pages. */
const sshOverHttps: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
};

export function commitUrl(repositoryUrl: string, sha: string): string {
  const { hostname } = new URL(repositoryUrl);
  if (hostname === 'gitlab.com') return `${repositoryUrl}/-/commit/${sha}`;
  if (hostname === 'bitbucket.org') return `${repositoryUrl}/commits/${sha}`;
  return `${repositoryUrl}/commit/${sha}`;
}

/**
 * The web page of `origin`, from `git config --null --get-regexp` of `remote.origin.url` and `url.*.insteadof`.
 * The URL as written comes first: rewriting often leads to a mirror, or puts a token in. It is rewritten (the longest
 * matching prefix wins, as in git) only where it does not name a host by itself: `gh:org/app`.
 */
export function originFromConfig(output: string): string | undefined {
  let written: string | undefined;
  const rules: { prefix: string; base: string }[] = [];
  for (const entry of output.split('\0')) {
    const [key = '', ...rest] = entry.split('\n');
    const value = rest.join('\n');
    // The first URL of several is the one that is fetched from.
    if (key === 'remote.origin.url') written ??= value;
    else if (/^url\..*\.insteadof$/s.test(key) && value !== '') rules.push({ prefix: value, base: key.slice(4, -'.insteadof'.length) });
  }
  if (written === undefined) return undefined;
  const url = written;
  const asWritten = webUrlOf(url);
  if (asWritten !== undefined && /^[a-z+]+:\/\//i.test(url)) return asWritten;
  if (asWritten !== undefined && new URL(asWritten).hostname.includes('.')) return asWritten;
  const rule = rules.filter(({ prefix }) => url.startsWith(prefix)).toSorted((a, b) => b.prefix.length - a.prefix.length)[0];
  return rule === undefined ? asWritten : webUrlOf(rule.base + url.slice(rule.prefix.length));
}

export type MissingField = 'message' | 'author' | 'timestamp' | 'parents' | 'branch' | 'url' | 'repository';

export interface GitFacts {
  readonly commit: GitCommitInfo;
  readonly repository: RepoInfo | undefined;
  /** HEAD of the checkout: what the tests ran on. On a pull request this is the merge commit, unless its head was checked out. */
  readonly builtSha: string | undefined;
  readonly checkout: 'subject' | 'merge' | 'none';
  /** `undefined` where no checkout was read. */
  readonly digests: Digests | undefined;
  /** The fields that neither the event nor the clone knows. GitHub's API may: `completeFromApi`. */
  readonly missing: readonly MissingField[];
  /** For the log and the summary. They hold foreign text: print them through the safe printer. */
  readonly notices: readonly string[];
}

/** The vendor's word for a value held back at the caller's wish. */
export const redacted = '**REDACTED**';

/** Nothing when all is known. */
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
