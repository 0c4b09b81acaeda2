import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';

/** Roots of work trees by directory, as far as they were looked for: files mostly share a few directories. */
export type KnownRoots = Map<string, string | undefined>;

const partsOfRepository = ['HEAD', 'objects', 'refs'];

/**
 * The nearest directory upward that holds a `.git`, be it a directory or the file of a submodule or linked work tree. git passes over a
 * directory of that name that is no repository.
 */
export function rootAbove(directory: string, known: KnownRoots): string | undefined {
  if (known.has(directory)) return known.get(directory);
  const git = join(directory, '.git');
  const stats = statsOf(git);
  const hasGit = stats !== undefined && (!stats.isDirectory() || partsOfRepository.every((part) => statsOf(join(git, part)) !== undefined));
  const above = dirname(directory);
  const found = hasGit ? directory : above === directory ? undefined : rootAbove(above, known);
  known.set(directory, found);
  return found;
}

/** The file that a path leads to: few of them are links. */
export function realFile(path: string, known: ReadonlyMap<string, string | undefined>): string {
  const isLink = statsOf(path)?.isSymbolicLink() === true;
  return !isLink && known.has(dirname(path)) ? path : realPath(path);
}

export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // It went away meanwhile; its path still tells whose it was.
    return path;
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A directory that may not be looked into: git cannot look there either.
    return undefined;
  }
}
