import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { realFile, realPath, rootAbove, type KnownRoots } from './root-above.ts';

/**
 * When the work tree around a file was checked out, in Unix milliseconds, by its HEAD; that around the directory for a file in none.
 * `undefined` where there is no work tree. Costs no call of git, and looks once for each folder.
 */
export function checkoutTimes(directory: string): (path: string) => number | undefined {
  const known: KnownRoots = new Map();
  const times = new Map<string, number | undefined>();
  return (path) => {
    const root = rootAbove(dirname(realFile(path, known)), known) ?? rootAbove(realPath(resolve(directory)), known);
    if (root === undefined) return undefined;
    if (!times.has(root)) times.set(root, timeOfHead(root));
    return times.get(root);
  };
}

function timeOfHead(root: string): number | undefined {
  const git = join(root, '.git');
  try {
    // A submodule and a linked work tree have a file that says where their HEAD is.
    const isFile = lstatSync(git).isFile();
    const folder = isFile ? resolve(root, /^gitdir: (.+?)\r?\n?$/.exec(readFileSync(git, 'utf8'))?.[1] ?? '.git') : git;
    return lstatSync(join(folder, 'HEAD')).mtimeMs;
  } catch {
    return undefined;
  }
}
