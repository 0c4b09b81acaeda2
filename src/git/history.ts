import type { ObjectStore } from './object-store.ts';
import { shaPrinted } from './run-git.ts';

/** The author that a commit names. */
export interface CommitSignature {
  readonly name: string;
  readonly email: string;
}

/** A commit as its object says. */
export interface LandedCommit {
  /** 40 hexadecimal digits, as all that follow. */
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** The first line of its message, cut at 1,000 characters. */
  readonly title: string;
  readonly author: CommitSignature;
  readonly committer: CommitSignature;
  /** From the trailers `Co-authored-by`. */
  readonly coAuthors: readonly CommitSignature[];
}

/** A commit of a branch's own line. */
export interface LineCommit {
  readonly sha: string;
  readonly parent: string | null;
  /** A claim of whoever committed, in Unix seconds. */
  readonly committedAt: number;
}

const fields = ['%H', '%T', '%P', '%an', '%ae', '%cn', '%ce', '%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x01)', '%s'];
const details = `--format=tformat:${fields.join('%x00')}`;

/**
 * All commits that `after` holds and none of `before` does, side branches included, each after its parents. All are full SHAs.
 *
 * @throws {EvidenceError} `unknown-commit` where the clone cannot tell.
 */
export async function landedCommits(store: ObjectStore, before: readonly string[], after: string): Promise<readonly LandedCommit[]> {
  const range = [after, ...before.map((sha) => `^${sha}`), '--'];
  const list = ['rev-list', '--topo-order', '--reverse', '--no-commit-header', '--encoding=UTF-8', details, ...range];
  return (await store.read(list, after)).split('\n').filter(Boolean).map(readCommit);
}

/** How many commits `after` holds and none of `before` does: by git's own count, without a list. */
export async function countCommits(store: ObjectStore, before: readonly string[], after: string): Promise<number> {
  const answer = await store.read(['rev-list', '--count', after, ...before.map((sha) => `^${sha}`), '--'], after);
  return Number(answer.trim());
}

/** The SHAs of all commits that one of `wanted` holds and none of `without` does. */
export async function reachable(store: ObjectStore, wanted: readonly string[], without: readonly string[]): Promise<readonly string[]> {
  if (wanted.length === 0) return [];
  const input = [...wanted, ...without.map((sha) => `^${sha}`)];
  return (await store.read(['rev-list', '--topo-order', '--stdin'], wanted[0] ?? '', { input })).split('\n').filter(Boolean);
}

/** The newest commit that two histories have both; undefined where there is none. */
export async function commonCommit(store: ObjectStore, one: string, other: string): Promise<string | undefined> {
  return shaPrinted(await store.run(['merge-base', one, other]));
}

/** The first-parent line that leads to a commit, the newest first, without what `before` holds. */
export async function firstParentLine(store: ObjectStore, before: readonly string[], tip: string): Promise<readonly LineCommit[]> {
  const range = [tip, ...before.map((sha) => `^${sha}`), '--'];
  const answer = await store.read(['rev-list', '--first-parent', '--no-commit-header', '--format=tformat:%H %ct %P', ...range], tip);
  return answer
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [sha = '', committedAt = '', parent] = line.split(' ');
      return { sha, parent: parent === undefined || parent === '' ? null : parent, committedAt: Number(committedAt) };
    });
}

/** The commit that last changed a file, seen from another commit; null where git cannot tell, or not within its time. */
export async function lastChange(store: ObjectStore, from: string, path: string): Promise<string | null> {
  return shaPrinted(await store.run(['rev-list', '-1', from, '--', `:(literal)${path}`])) ?? null;
}

/** The commit that brought each line of a file, seen from a commit, the first line first; null where git cannot tell. */
export async function blame(store: ObjectStore, from: string, path: string): Promise<readonly string[] | null> {
  const ending = await store.run(['blame', '--porcelain', '--no-textconv', from, '--', path]);
  if (ending.kind !== 'done') return null;
  // The text of a line begins with a tab, so that none of it looks like the head of one.
  return [...ending.stdout.toString('latin1').matchAll(/^([0-9a-f]{40}) \d+ \d+/gm)].map(([, sha = '']) => sha);
}

function readCommit(line: string): LandedCommit {
  const [sha = '', tree = '', parents = '', name = '', email = '', committerName = '', committerEmail = '', trailers = '', title = ''] =
    line.split('\0');
  return {
    sha,
    tree,
    parents: parents.split(' ').filter(Boolean),
    title: title.slice(0, 1000),
    author: { name, email },
    committer: { name: committerName, email: committerEmail },
    coAuthors: trailers.split('\u0001').flatMap((trailer) => {
      const [, said, address] = /^(.*?)\s*<([^<>]*)>\s*$/.exec(trailer) ?? [];
      return address === undefined ? [] : [{ name: said ?? '', email: address }];
    }),
  };
}
