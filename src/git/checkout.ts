import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EvidenceError } from '../errors/index.ts';
import { oneLine } from '../text/index.ts';
import { commitsIn, type CommitObject } from './commit-object.ts';
import { originFromConfig } from './remote-url.ts';
import { printedBy, runGit, type GitEnding } from './run-git.ts';

/** A git work tree, as far as it is needed to say which commit was built. */
export interface Checkout {
  /** The commit at HEAD; `undefined` where nothing was committed yet. */
  readonly head: CommitObject | undefined;
  /** The commit asked for, a tag peeled; `undefined` when the clone does not have it (a shallow one) or none was asked for. */
  readonly asked: CommitObject | undefined;
}

/**
 * Reads HEAD and one more commit from the work tree around a directory, in one call of git. `undefined` when the
 * directory is in no work tree.
 *
 * @throws {EvidenceError} `unknown-commit` when there is a checkout that cannot be read: what it holds must not be guessed.
 */
export async function readCheckout(directory: string, sha: string | undefined): Promise<Checkout | undefined> {
  const path = resolve(directory);
  const names = sha === undefined ? ['HEAD'] : ['HEAD', sha];
  const ending = await runGit(path, ['cat-file', '--batch'], { input: names.map((name) => `${name}^{commit}`) });
  if (ending.kind !== 'done') {
    if (isNoRepository(ending, path)) return undefined;
    throw unreadable(path, ending);
  }
  const [head, asked] = commitsIn(ending.stdout);
  if (head !== undefined && head.sha.length !== 40) {
    throw new EvidenceError('unknown-commit', `The repository in ${path} names its commits by SHA-256, and the service takes SHA-1 only.`, {
      fix: 'Attest from a repository in the SHA-1 object format, which is what GitHub hosts.',
    });
  }
  return { head, asked };
}

/** The branch that is checked out; `undefined` when HEAD is detached. */
export async function readBranch(directory: string): Promise<string | undefined> {
  const ref = await printedBy(resolve(directory), ['symbolic-ref', '--quiet', 'HEAD']);
  return ref?.startsWith('refs/heads/') === true ? ref.slice('refs/heads/'.length) : undefined;
}

/** The web page of the remote `origin`, without credentials. */
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

function unreadable(path: string, ending: Exclude<GitEnding, { kind: 'done' }>): EvidenceError {
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
