import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EvidenceError } from '../errors/index.ts';
import { oneLine } from '../text/index.ts';
import { runGit, type GitEnding, type RunGitOptions } from './run-git.ts';

/**
 * The objects of a clone, read through an empty repository of our own that borrows them: no configuration, replaced object,
 * graft or attribute of the clone decides anything, and what git writes lands in a temporary directory.
 */
export interface ObjectStore {
  /** The directory that the clone is in. */
  readonly clone: string;
  /** Our own repository; what git writes is in it. */
  readonly directory: string;
  /** Runs git on the objects; 60 s and 256 MiB unless said otherwise. */
  run(args: readonly string[], options?: RunGitOptions): Promise<GitEnding>;
  /** Like `run`, with what git printed. @throws {EvidenceError} `unknown-commit` where it failed. */
  read(args: readonly string[], about: string, options?: RunGitOptions): Promise<string>;
  /** Removes the temporary directory. */
  close(): Promise<void>;
}

const settings = {
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_SYSTEM: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_GRAFT_FILE: devNull,
};

/**
 * Opens the objects of the clone around a directory.
 *
 * @throws {EvidenceError} `unknown-commit` where there is no whole clone: of a shallow or partial one every list has holes.
 */
export async function openObjectStore(directory: string): Promise<ObjectStore> {
  const clone = resolve(directory);
  const answer = await runGit(clone, ['rev-parse', '--git-path', 'objects', '--is-shallow-repository', '--show-object-format']);
  if (answer.kind === 'failed') {
    if (/cannot use bare repository/i.test(answer.stderr))
      throw refused(clone, 'is a bare repository', 'Run this in a clone with a work tree');
    if (/not a git repository/i.test(answer.stderr))
      throw refused(clone, 'is in no git repository', 'Run this in a clone of the repository');
  }
  const [objects = '', shallow, format = 'sha1'] = textOf(answer, clone, 'where its objects are').trimEnd().split('\n');
  if (shallow !== 'false')
    throw refused(clone, 'is a shallow clone', 'Run `git fetch --unshallow` in it; in a workflow give actions/checkout fetch-depth: 0');
  if (format !== 'sha1')
    throw refused(clone, `names its commits by ${format}, and GitHub by sha1`, 'Run this in a clone of the repository on GitHub');
  const partial = await runGit(clone, ['config', '--get-regexp', String.raw`^remote\..*\.(promisor|partialclonefilter)$`]);
  if (partial.kind === 'done') throw refused(clone, 'is a partial clone, without all of its objects', 'Clone again without --filter');
  const borrower = await mkdtemp(join(tmpdir(), 'compliance-audit-'));
  const store = storeOf(clone, borrower);
  await store.read(['init', '--quiet', '--bare', '--template=', '--initial-branch=main', borrower], 'a repository of our own');
  await writeFile(join(borrower, 'objects', 'info', 'alternates'), `${resolve(clone, objects)}\n`);
  return store;
}

function storeOf(clone: string, directory: string): ObjectStore {
  const run = (args: readonly string[], options: RunGitOptions = {}): Promise<GitEnding> =>
    runGit(directory, [`--git-dir=${directory}`, '-c', `core.attributesFile=${devNull}`, ...args], {
      timeLimit: 60_000,
      sizeLimit: 256 * 1024 * 1024,
      ...options,
      env: { ...settings, ...options.env },
    });
  return {
    clone,
    directory,
    run,
    read: async (args, about, options) => textOf(await run(args, options), clone, about),
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Asks about all at once; where `ask` says that one of them has spoiled the call, about each half alone, down to that one. */
export async function askHalves<Item>(items: readonly Item[], ask: (some: readonly Item[]) => Promise<boolean>): Promise<void> {
  if (items.length === 0 || (await ask(items)) || items.length === 1) return;
  const middle = Math.ceil(items.length / 2);
  await askHalves(items.slice(0, middle), ask);
  await askHalves(items.slice(middle), ask);
}

function textOf(ending: GitEnding, clone: string, about: string): string {
  if (ending.kind === 'done') return ending.stdout.toString('utf8');
  if (ending.kind === 'missing') throw unreadable(clone, 'there is no git on this machine', 'Install git');
  const why = ending.kind === 'failed' ? ending.stderr : `git was stopped: too much ${ending.why === 'time' ? 'time' : 'output'}`;
  throw unreadable(clone, `${about}: ${why}`);
}

function refused(clone: string, why: string, fix: string): EvidenceError {
  return new EvidenceError('unknown-commit', `${clone} cannot be audited: it ${why}`, { fix });
}

const fullClone = 'Run this in a full clone of the repository: actions/checkout with fetch-depth: 0 and without a filter';

function unreadable(clone: string, why: string, fix: string = fullClone): EvidenceError {
  return new EvidenceError('unknown-commit', `The history is not all in the clone in ${clone}: ${oneLine(why.trim(), 300)}`, { fix });
}
