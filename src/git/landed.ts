import { resolve } from 'node:path';
import { EvidenceError } from '../errors/index.ts';
import { oneLine } from '../text/index.ts';
import { runGit } from './run-git.ts';

/** Who a commit says that made it. */
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
  /** The first line of its message. */
  readonly title: string;
  readonly author: CommitSignature;
  readonly committer: CommitSignature;
  /** Of the trailers `Co-authored-by`. */
  readonly coAuthors: readonly CommitSignature[];
}

/** What one update of a branch brought. */
export interface Landed {
  /** Side branches included; a commit comes after its parents. */
  readonly commits: readonly LandedCommit[];
  /** How many those are, as git counts them. */
  readonly count: number;
}

const fields = ['%H', '%T', '%P', '%an', '%ae', '%cn', '%ce', '%s', '%(trailers:key=Co-authored-by,valueonly,unfold,separator=%x01)'];

/**
 * All commits that `after` holds and none of `before` does, as the clone around a directory has them. All are full SHAs.
 *
 * @throws {EvidenceError} `unknown-commit` where the clone cannot tell: a shallow one would give a list with holes.
 */
export async function landedCommits(directory: string, before: readonly string[], after: string): Promise<Landed> {
  const path = resolve(directory);
  const range = [after, ...before.map((sha) => `^${sha}`), '--'];
  const shallow = await read(path, ['rev-parse', '--is-shallow-repository'], after);
  if (shallow.trim() !== 'false') throw unreadable(path, after, 'it is a shallow clone');
  const format = `--format=tformat:${fields.join('%x00')}`;
  const listed = await read(
    path,
    ['rev-list', '--topo-order', '--reverse', '--no-commit-header', '--encoding=UTF-8', format, ...range],
    after,
  );
  const count = Number((await read(path, ['rev-list', '--count', ...range], after)).trim());
  return { commits: listed.split('\n').filter(Boolean).map(readCommit), count };
}

/** The paths that differ between two commits, each by its own name: a file that was moved is its old path and its new one. */
export async function changedPaths(directory: string, from: string, to: string): Promise<readonly string[]> {
  const path = resolve(directory);
  const answer = await read(path, ['diff-tree', '-r', '--no-renames', '-z', '--name-only', from, to, '--'], to);
  return answer.split('\0').filter(Boolean);
}

async function read(path: string, args: readonly string[], about: string): Promise<string> {
  const ending = await runGit(path, args, { timeLimit: 60_000 });
  if (ending.kind === 'done') return ending.stdout.toString('utf8');
  if (ending.kind === 'missing') throw unreadable(path, about, 'there is no git on this machine');
  throw unreadable(
    path,
    about,
    ending.kind === 'failed' ? ending.stderr : `git was stopped: too much ${ending.why === 'time' ? 'time' : 'output'}`,
  );
}

function readCommit(line: string): LandedCommit {
  const [sha = '', tree = '', parents = '', name = '', email = '', committerName = '', committerEmail = '', title = '', trailers = ''] =
    line.split('\0');
  return {
    sha,
    tree,
    parents: parents.split(' ').filter(Boolean),
    title,
    author: { name, email },
    committer: { name: committerName, email: committerEmail },
    coAuthors: trailers.split('\u0001').flatMap((trailer) => {
      const [, said, address] = /^(.*?)\s*<([^<>]*)>\s*$/.exec(trailer) ?? [];
      return address === undefined ? [] : [{ name: said ?? '', email: address }];
    }),
  };
}

function unreadable(path: string, sha: string, why: string): EvidenceError {
  return new EvidenceError(
    'unknown-commit',
    `The commits up to ${sha.slice(0, 12)} are not all in the clone in ${path}: ${oneLine(why.trim(), 200)}`,
    {
      fix: 'Run this in a full clone of the repository: fetch-depth: 0 of actions/checkout',
    },
  );
}
