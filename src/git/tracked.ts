import { resolve } from 'node:path';
import { printedBy, runGit } from './run-git.ts';

/** The files of a checkout that git tracks. */
export interface TrackedFiles {
  /** Root of the work tree, absolute and without symbolic links. */
  readonly root: string;
  /** Relative to the root, with `/`. */
  readonly paths: readonly string[];
}

/**
 * The tracked files of the work tree around a directory, by two calls of git. `undefined` where there is none, or it
 * cannot be read within the bounds of `runGit`: its list of paths is longer than 16 MiB.
 */
export async function trackedFiles(directory: string): Promise<TrackedFiles | undefined> {
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

/** The ids of what files hold at a commit, by their paths from the root, as far as it is in the clone. */
export async function contentsAt(root: string, sha: string, paths: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(paths)].filter((path) => !path.includes('\n'));
  const ending = await runGit(root, ['cat-file', '--batch-check'], { input: asked.map((path) => `${sha}:${path}`) });
  const answers = ending.kind === 'done' ? ending.stdout.toString('utf8').split('\n') : [];
  return new Map(asked.map((path, index) => [path, /^([0-9a-f]{40}) blob \d+$/.exec(answers[index] ?? '')?.[1] ?? '']));
}
