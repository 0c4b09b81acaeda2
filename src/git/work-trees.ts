import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { runGit } from './run-git.ts';

/**
 * The roots of the work trees that files lie in, each once, but for the one around `directory`. Real paths decide: a
 * symbolic link belongs to the file that it leads to. Costs no call of git where no file lies in another work tree.
 */
export async function otherWorkTrees(files: readonly string[], directory: string): Promise<readonly string[]> {
  const nearest = new Map<string, string | undefined>();
  const here = rootAbove(real(resolve(directory)), nearest);
  const candidates = new Set(files.map((path) => rootAbove(dirname(realFile(path, nearest)), nearest)));
  candidates.delete(here);
  candidates.delete(undefined);
  if (candidates.size === 0) return [];
  const own = await topLevel(directory);
  const roots = new Set<string>();
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    // A `.git` that is no repository does not end git's search. The code that reads it says why git cannot read it.
    const root = (await topLevel(candidate)) ?? candidate;
    if (root !== own) roots.add(root);
  }
  return [...roots].toSorted();
}

/** The work tree that has this one as a submodule. */
export async function superprojectOf(root: string): Promise<string | undefined> {
  return lineOf(root, ['rev-parse', '--show-superproject-working-tree']);
}

/** The root of the work tree around a directory, as git sees it. */
export async function topLevel(directory: string): Promise<string | undefined> {
  return lineOf(directory, ['rev-parse', '--show-toplevel']);
}

async function lineOf(directory: string, args: readonly string[]): Promise<string | undefined> {
  const ending = await runGit(resolve(directory), args);
  if (ending.kind !== 'done') return undefined;
  const line = ending.stdout.toString('utf8').replace(/\r?\n$/, '');
  return line === '' ? undefined : resolve(line);
}

/** The nearest directory upward that holds a `.git`, be it a directory or the file of a submodule or linked work tree. */
function rootAbove(directory: string, known: Map<string, string | undefined>): string | undefined {
  const passed: string[] = [];
  let found: string | undefined;
  for (let at = directory; ; at = dirname(at)) {
    if (known.has(at)) {
      found = known.get(at);
      break;
    }
    passed.push(at);
    if (stats(join(at, '.git')) !== undefined) {
      found = at;
      break;
    }
    if (dirname(at) === at) break;
  }
  for (const path of passed) known.set(path, found);
  return found;
}

/** Files mostly share a few directories, and few of them are links. */
function realFile(path: string, known: ReadonlyMap<string, string | undefined>): string {
  const isLink = stats(path)?.isSymbolicLink() === true;
  return !isLink && known.has(dirname(path)) ? path : real(path);
}

function stats(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A directory that may not be looked into: git cannot look there either.
    return undefined;
  }
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // It went away meanwhile; its place still tells whose it was.
    return path;
  }
}
