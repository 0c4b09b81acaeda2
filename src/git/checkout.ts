import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EvidenceError, wrongUse } from '../errors/index.ts';
import { oneLine } from '../text/index.ts';
import { batchObjects, commitIn, type CommitObject, type Digests, type GitObject } from './commit-object.ts';
import type { WorkflowFile } from './event-facts.ts';
import { originFromConfig } from './facts.ts';
import { printedBy, runGit, type GitEnding } from './run-git.ts';

/** Most commits that are listed: more is an `oldest` of another branch, or a mistake. */
const mostCommits = 10_000;

/**
 * The commits that came after `oldest` up to and with `newest`, the newest first, as the checkout around a directory has
 * them. Both are full SHAs.
 *
 * @throws {UsageError} where the one is not an ancestor of the other, or they are too far apart.
 * @throws {EvidenceError} `unknown-commit` where the clone does not have them: a shallow one would give a list with holes.
 */
export async function commitsAfter(directory: string, oldest: string, newest: string): Promise<readonly string[]> {
  const path = resolve(directory);
  const whole = (await printedBy(path, ['rev-parse', '--is-shallow-repository'])) === 'false';
  const ancestor = await runGit(path, ['merge-base', '--is-ancestor', oldest, newest]);
  if (ancestor.kind !== 'done') {
    if (whole && ancestor.kind === 'failed' && ancestor.exitCode === 1) {
      throw wrongUse(
        `The commit ${oldest.slice(0, 12)} is not one that ${newest.slice(0, 12)} comes after`,
        'Name the commit of what was approved before, on the same branch',
      );
    }
    throw unreadable(path, oldest, newest, ancestor.kind === 'failed' ? ancestor.stderr : '');
  }
  const ending = await runGit(path, ['rev-list', `--max-count=${mostCommits + 1}`, newest, `^${oldest}`]);
  if (ending.kind !== 'done' || !whole) throw unreadable(path, oldest, newest, ending.kind === 'failed' ? ending.stderr : '');
  const commits = ending.stdout.toString('utf8').split('\n').filter(Boolean);
  if (commits.length > mostCommits) {
    throw wrongUse(
      `More than ${mostCommits} commits come after ${oldest.slice(0, 12)}`,
      'Name a later commit: that of what was approved before',
    );
  }
  return commits;
}

function unreadable(path: string, oldest: string, newest: string, why: string): EvidenceError {
  const said = why.trim() === '' ? '' : `: ${oneLine(why.trim(), 200)}`;
  return new EvidenceError(
    'unknown-commit',
    `The commits from ${oldest.slice(0, 12)} to ${newest.slice(0, 12)} are not all in the checkout in ${path}${said}`,
    { fix: 'Run this in a full clone of the repository: fetch-depth: 0 of actions/checkout' },
  );
}

/**
 * The tracked files of the work tree around a directory, by two calls of git. `undefined` where there is none, or it
 * cannot be read within the bounds of `runGit`: its list of paths is longer than 16 MiB.
 */
export async function trackedFiles(directory: string) {
  const path = resolve(directory);
  const [root, list] = await Promise.all([
    printedBy(path, ['rev-parse', '--show-toplevel']),
    // `:/` is the root, wherever in the work tree the directory is.
    runGit(path, ['ls-files', '-z', '--full-name', ':/']),
  ]);
  if (root === undefined || list.kind !== 'done') return undefined;
  const paths = list.stdout.toString('utf8').split('\0');
  paths.pop();
  // A conflict lists a path once for each side.
  return { root, paths: [...new Set(paths)] };
}

/** Ids by paths from the root; files that the clone does not have are left out. */
export async function contentsAt(root: string, sha: string, paths: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(paths)].filter((path) => !path.includes('\n'));
  const ending = await runGit(root, ['cat-file', '--batch-check'], { input: asked.map((path) => `${sha}:${path}`) });
  const answers = ending.kind === 'done' ? ending.stdout.toString('utf8').split('\n') : [];
  return new Map(asked.map((path, index) => [path, /^([0-9a-f]{40}) blob \d+$/.exec(answers[index] ?? '')?.[1] ?? '']));
}

export interface Checkout {
  /** `undefined` where nothing was committed yet. */
  readonly head: CommitObject | undefined;
  /** The commit asked for, a tag peeled; `undefined` when the clone does not have it (a shallow one) or none was asked for. */
  readonly asked: CommitObject | undefined;
  /** Those of the commit asked for, or of HEAD. */
  readonly digests: Digests;
}

/**
 * Reads HEAD and one more commit from the work tree around a directory, in one call of git. `undefined` when the
 * directory is in no work tree.
 *
 * @throws {EvidenceError} `unknown-commit` when there is a checkout that cannot be read: what it holds must not be guessed.
 */
export async function readCheckout(directory: string, sha: string | undefined, workflow?: WorkflowFile): Promise<Checkout | undefined> {
  const path = resolve(directory);
  const names = ['HEAD^{commit}', `${sha ?? 'HEAD'}^{commit}`, `${workflow?.sha ?? ''}:${workflow?.path ?? ''}`];
  const ending = await runGit(path, ['cat-file', '--batch'], { input: names });
  if (ending.kind !== 'done') {
    if (isNoRepository(ending, path)) return undefined;
    throw unreadableCheckout(path, ending);
  }
  const [ofHead, named, file] = batchObjects(ending.stdout);
  const [head, asked] = [ofHead, sha === undefined ? undefined : named].map(commitIn);
  if (head !== undefined && head.sha.length !== 40) {
    throw new EvidenceError('unknown-commit', `The repository in ${path} names its commits by SHA-256, and the service takes SHA-1 only.`, {
      fix: 'Attest from a repository in the SHA-1 object format, which is what GitHub hosts.',
    });
  }
  return { head, asked, digests: digestsOf(named, file) };
}

function digestsOf(commit: GitObject | undefined, workflow: GitObject | undefined): Digests {
  return {
    commitSha256: commit?.type === 'commit' ? createHash('sha256').update(commit.content).digest('hex') : undefined,
    workflowBlob: workflow?.type === 'blob' ? workflow.sha : undefined,
  };
}

/** `undefined` when HEAD is detached. */
export async function readBranch(directory: string): Promise<string | undefined> {
  const ref = await printedBy(resolve(directory), ['symbolic-ref', '--quiet', 'HEAD']);
  return ref?.startsWith('refs/heads/') === true ? ref.slice('refs/heads/'.length) : undefined;
}

/** Without credentials. */
export async function readOrigin(directory: string): Promise<string | undefined> {
  const wanted = String.raw`^remote\.origin\.url$|^url\..*\.insteadof$`;
  return originFromConfig((await printedBy(resolve(directory), ['config', '--null', '--get-regexp', wanted])) ?? '');
}

function isNoRepository(ending: Exclude<GitEnding, { kind: 'done' }>, path: string): boolean {
  if (ending.kind === 'missing') return !hasDotGit(path);
  // "not a git repository: <path>" is another matter: a `.git` file that points nowhere, so there is a checkout.
  return ending.kind === 'failed' && /not a git repository \(or any|cannot change to /.test(ending.stderr);
}

/** actions/checkout falls back to a download without `.git` where git is not installed; then there is no checkout. */
function hasDotGit(path: string): boolean {
  if (existsSync(join(path, '.git'))) return true;
  const parent = dirname(path);
  return parent !== path && hasDotGit(parent);
}

function unreadableCheckout(path: string, ending: Exclude<GitEnding, { kind: 'done' }>): EvidenceError {
  if (ending.kind === 'missing') {
    return new EvidenceError('unknown-commit', `There is a git checkout in ${path}, but no git program to read it.`, {
      fix: 'Install git in the image that this job runs in, before actions/checkout.',
    });
  }
  if (ending.kind === 'stopped') {
    const limit = ending.why === 'time' ? '10 seconds' : '16 MiB';
    return new EvidenceError('unknown-commit', `git needed more than ${limit} to read two commits in ${path}, and was stopped.`, {
      fix: 'Check the repository there: `git cat-file -p HEAD` must answer at once.',
    });
  }
  return new EvidenceError('unknown-commit', `git could not read the checkout in ${path}: ${oneLine(ending.stderr, 300)}`, {
    fix: 'Make `git cat-file -p HEAD` work there; a fresh actions/checkout step does.',
  });
}
