import { readBranch } from './checkout.ts';
import { commitsIn } from './commit-object.ts';
import { askHalves, type ObjectStore } from './object-store.ts';
import { printedBy, runGit, shaPrinted } from './run-git.ts';

interface CommitSignature {
  readonly name: string;
  readonly email: string;
  /** Git knows no accounts: those who ask GitHub put them in. */
  readonly account: null;
}

interface LandedCommit {
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
  /** Null for a merge: `mergesAlone` says whether a person wrote something in it. */
  readonly mergeAlone: false | null;
  /** GitHub alone knows that a commit holds nothing but suggestions. */
  readonly suggestionAlone: false;
}

export interface LineCommit {
  readonly sha: string;
  readonly parent: string | null;
  /** As the committer claims, in Unix seconds. */
  readonly committedAt: number;
}

const fields = ['%H', '%T', '%P', '%an', '%ae', '%cn', '%ce', '%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x01)', '%s'];
const details = `--format=tformat:${fields.join('%x00')}`;

/**
 * All commits that `after` holds and none of `before` does, side branches included, each after its parents. All are full SHAs.
 *
 * @throws {EvidenceError} `unknown-commit` where the clone lacks them.
 */
export async function landedCommits(store: ObjectStore, before: readonly string[], after: string): Promise<readonly LandedCommit[]> {
  const range = [after, ...before.map((sha) => `^${sha}`), '--'];
  const list = ['rev-list', '--topo-order', '--reverse', '--no-commit-header', '--encoding=UTF-8', details, ...range];
  return (await store.read(list, after)).split('\n').filter(Boolean).map(readCommit);
}

/** The whole messages of commits, by SHA; a commit that the clone lacks is left out. */
export async function messagesOf(store: ObjectStore, shas: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  await askHalves([...new Set(shas)], async (some) => {
    const ending = await store.run(['cat-file', '--batch'], { input: some });
    if (ending.kind !== 'done') return false;
    for (const commit of commitsIn(ending.stdout)) if (commit !== undefined) found.set(commit.sha, commit.message);
    return true;
  });
  return found;
}

/** By git's own count, without a list. */
export async function countCommits(store: ObjectStore, before: readonly string[], after: string): Promise<number> {
  const answer = await store.read(['rev-list', '--count', after, ...before.map((sha) => `^${sha}`), '--'], after);
  return Number(answer.trim());
}

/** Commits that one of `wanted` holds and none of `without` does. */
export async function reachable(store: ObjectStore, wanted: readonly string[], without: readonly string[]): Promise<readonly string[]> {
  if (wanted.length === 0) return [];
  const input = [...wanted, ...without.map((sha) => `^${sha}`)];
  return (await store.read(['rev-list', '--topo-order', '--stdin'], wanted[0] ?? '', { input })).split('\n').filter(Boolean);
}

/** The newest common one; `undefined` where there is none. */
export async function commonCommit(store: ObjectStore, one: string, other: string): Promise<string | undefined> {
  return shaPrinted(await store.run(['merge-base', one, other]));
}

/** The newest first, without commits that `before` holds. */
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

/** Seen from another commit; null where git cannot find it, or not in time. */
export async function lastChange(store: ObjectStore, from: string, path: string): Promise<string | null> {
  return shaPrinted(await store.run(['rev-list', '-1', from, '--', `:(literal)${path}`])) ?? null;
}

/** A commit that left another text of a file than the ones before it (`parents`, the first one first). */
export interface FileVersion {
  readonly sha: string;
  readonly parents: readonly string[];
}

/** Seen from a commit, side branches included, newest first, without merges that changed nothing; none where git cannot find them. */
export async function fileVersions(store: ObjectStore, from: string, path: string): Promise<readonly FileVersion[]> {
  const list = ['rev-list', '--full-history', '--simplify-merges', '--parents', from, '--', `:(literal)${path}`];
  const ending = await store.run(list);
  const lines = ending.kind === 'done' ? ending.stdout.toString('latin1').split('\n').filter(Boolean) : [];
  return lines.map((line) => {
    const [sha = '', ...parents] = line.split(' ');
    return { sha, parents };
  });
}

function readCommit(line: string): LandedCommit {
  const [sha = '', tree = '', parents = '', name = '', email = '', committerName = '', committerEmail = '', trailers = '', title = ''] =
    line.split('\0');
  const own = parents.split(' ').filter(Boolean);
  return {
    sha,
    tree,
    parents: own,
    title: title.slice(0, 1000),
    author: { name, email, account: null },
    committer: { name: committerName, email: committerEmail, account: null },
    coAuthors: trailers.split('\u0001').flatMap((trailer) => {
      const [, said, address] = /^(.*?)\s*<([^<>]*)>\s*$/.exec(trailer) ?? [];
      return address === undefined ? [] : [{ name: said ?? '', email: address, account: null }];
    }),
    mergeAlone: own.length > 1 ? null : false,
    suggestionAlone: false,
  };
}

/** As the remote has it, else as the clone does. `undefined` where there is no such branch. */
export async function tipOf({ clone }: ObjectStore, branch: string): Promise<string | undefined> {
  for (const prefix of ['refs/remotes/origin/', 'refs/heads/']) {
    const found = shaPrinted(await runGit(clone, ['show-ref', '--verify', '--hash', '--', `${prefix}${branch}`]));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The remote's, else the branch that is checked out. */
export async function defaultBranchOf({ clone }: ObjectStore): Promise<string | undefined> {
  const remote = await printedBy(clone, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  return remote === undefined ? readBranch(clone) : remote.replace(/^refs\/remotes\/origin\//, '');
}

/** The name is a SHA in short, a tag, `HEAD~3`. */
export async function commitNamed({ clone }: ObjectStore, name: string): Promise<string | undefined> {
  return shaPrinted(await runGit(clone, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]));
}

export function commitOfTag(store: ObjectStore, tag: string): Promise<string | undefined> {
  return commitNamed(store, `refs/tags/${tag}`);
}
