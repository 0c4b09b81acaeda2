import { lstatSync, realpathSync, statSync } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { EvidenceProblem } from '../errors/index.ts';
import type { DiscoveredFile, Discovery } from '../junit/evidence.ts';
import { contains, escapeGlob, globOf, type Pattern, readPatterns } from './pattern.ts';
import { quietly } from './quietly.ts';
import { neverSearched, searchPlaces } from './search-places.ts';
import type { JunitWarning } from '../junit/warning.ts';

interface Found {
  readonly files: Map<string, DiscoveredFile>;
  readonly problems: EvidenceProblem[];
  readonly warnings: JunitWarning[];
  /** Real paths of directories. */
  readonly directories: Map<string, string>;
}

/**
 * Finds the files that patterns name: as the user wrote them, one a line, `!` excludes what earlier lines found, relative
 * to the workspace. A directory stands for the XML files in it. Symbolic links to directories are not followed;
 * `node_modules` and `.git` are never looked into. What lies outside the workspace is refused unless an absolute
 * pattern says so. Never throws for what the patterns or the files are.
 */
export async function discover(patterns: readonly string[], options: { workspace: string }): Promise<Discovery> {
  const workspace = resolve(options.workspace);
  const found: Found = { files: new Map(), problems: [], warnings: [], directories: new Map() };
  const lines = readPatterns(patterns, workspace);
  if (!lines.some((line) => !line.isExclude)) {
    found.problems.push({ code: 'no-files', message: 'no pattern names any JUnit files', fix: junitPathsSample });
  }
  for (const [index, line] of lines.entries()) {
    if (!line.isExclude) {
      await tryFind(line, lines.slice(index + 1), workspace, found);
    } else if (!lines.slice(0, index).some((earlier) => !earlier.isExclude)) {
      found.warnings.push({
        code: 'useless-exclude',
        message: `${line.text}: nothing was found before this line that it could exclude`,
        file: line.text,
        fix: 'Move the line below the patterns that it narrows.',
      });
    }
  }
  const keyed = [...found.files.values()].map((file) => ({ file, key: Buffer.from(file.name) }));
  const files = keyed.toSorted((one, other) => Buffer.compare(one.key, other.key)).map(({ file }) => file);
  return { files, problems: found.problems, warnings: found.warnings };
}

const junitPathsSample = 'Set junit-paths, for example:\n  junit-paths: build/test-results/**/*.xml';

async function tryFind(line: Pattern, later: readonly Pattern[], workspace: string, found: Found): Promise<void> {
  try {
    await find(line, later, workspace, found);
  } catch (error) {
    // A directory that may not be listed, or a file that went away meanwhile.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    found.problems.push({
      code: 'unreadable-file',
      message: `${line.text}: the search failed: ${error.message}`,
      file: line.text,
      fix: 'Let the user that runs this step read the directories, and write no results while they are being read.',
    });
  }
}

async function find(line: Pattern, later: readonly Pattern[], workspace: string, found: Found): Promise<void> {
  if (line.isOutside) {
    found.problems.push(outside(line.text, 'the pattern leads out of the workspace'));
    return;
  }
  const paths = await match(
    line,
    later.filter((other) => other.isExclude),
  );
  let count = 0;
  for (const path of paths) {
    if (take(path, line, workspace, found)) count += 1;
  }
  if (count > 0) return;
  const link = await linkInside(line, workspace);
  found.problems.push({
    code: 'no-files',
    message: `${line.text}: ${line.isGlob ? 'the pattern matches no file' : missing(line)}`,
    file: line.text,
    fix:
      link ??
      'See whether the test step ran and where it writes its JUnit files; paths are relative to the workspace, and node_modules and .git are not looked into.',
  });
}

function missing(line: Pattern): string {
  const stats = statSync(line.root, { throwIfNoEntry: false });
  if (stats === undefined) return 'there is no such file';
  return stats.isDirectory() ? 'the directory holds no XML files' : 'the file is left out, or is no regular file';
}

/** Paths that match, the excludes taken off. Without any glob character @actions/glob is not even loaded. */
async function match(line: Pattern, excludes: readonly Pattern[]): Promise<readonly string[]> {
  const isWanted = (path: string): boolean =>
    !path
      .slice(line.base.length)
      .split(/[\\/]/)
      .some((part) => neverSearched.has(part));
  if (line.isGlob) return (await search(globsOf(line.root, line.rest), excludes)).filter(isWanted);
  const stats = await stat(line.root).catch(() => undefined);
  // A link that leads nowhere is there all the same.
  if (stats === undefined) return (await lstat(line.root).catch(() => undefined)) === undefined ? [] : [line.root];
  if (stats.isDirectory()) return (await search(globsOf(line.root, join('**', '*.xml')), excludes)).filter(isWanted);
  return (excludes.length === 0 ? [line.root] : await search([globOf(line)], excludes)).filter(isWanted);
}

/** A glob that reaches to any depth becomes several, which leave out what is never searched. */
function globsOf(root: string, rest: string): readonly string[] {
  const anyDepth = /^\*\*(?:[\\/]|$)/.exec(rest);
  if (anyDepth === null) return [join(escapeGlob(root), rest)];
  const below = rest.slice(anyDepth[0].length) || '*';
  return searchPlaces(root).map(({ directory, isDeep }) => join(escapeGlob(directory), isDeep ? '**' : '', below));
}

async function search(globs: readonly string[], excludes: readonly Pattern[]): Promise<readonly string[]> {
  const no = excludes.map(globOf).flatMap((glob) => [`!${glob}`, `!${join(glob, '**')}`]);
  const { create } = await import('@actions/glob');
  const paths = new Set<string>();
  for (const glob of globs) {
    const found = await quietly(async () => {
      const globber = await create([glob, ...no].join('\n'), {
        followSymbolicLinks: false,
        implicitDescendants: false,
        matchDirectories: false,
      });
      return globber.glob();
    });
    for (const path of found) paths.add(path);
  }
  return [...paths];
}

/** Takes a path that matched; false if it is no file. Synchronous: thousands of files are a matter of milliseconds. */
function take(path: string, line: Pattern, workspace: string, found: Found): boolean {
  const name = nameOf(path, workspace);
  const own = lstatSync(path);
  const isLink = own.isSymbolicLink();
  let real: string;
  try {
    real = isLink ? realpathSync.native(path) : join(realDirectory(dirname(path), found), basename(path));
  } catch {
    found.problems.push({
      code: 'unreadable-file',
      message: `${name}: the symbolic link leads nowhere`,
      file: name,
      fix: 'Remove the link, or let the test step write the file that it names.',
    });
    return true;
  }
  if (!contains(realDirectory(line.base, found), real)) {
    found.problems.push(outside(name, `a symbolic link leads out of ${line.base === workspace ? 'the workspace' : line.base}`));
    return true;
  }
  const stats = isLink ? statSync(real) : own;
  if (stats.isDirectory()) {
    const message = `${name}: a symbolic link to a directory is not followed`;
    found.warnings.push({ code: 'symlink-skipped', message, file: name, fix: 'Name the real directory.' });
    return false;
  }
  if (!stats.isFile()) return false;
  const known = found.files.get(real);
  if (known === undefined) found.files.set(real, { path, name, explicit: !line.isGlob, pattern: line.text });
  else if (!line.isGlob && !known.explicit) found.files.set(real, { ...known, explicit: true });
  return true;
}

function realDirectory(path: string, found: Found): string {
  const known = found.directories.get(path);
  if (known !== undefined) return known;
  const real = realpathSync.native(path);
  found.directories.set(path, real);
  return real;
}

/** Relative to the workspace with `/`; absolute where an absolute pattern led out of it. */
function nameOf(path: string, workspace: string): string {
  const name = contains(workspace, path) ? relative(workspace, path) : path;
  return sep === '\\' ? name.replaceAll('\\', '/') : name;
}

function outside(file: string, why: string): EvidenceProblem {
  return {
    code: 'outside-workspace',
    message: `${file}: ${why}, so it was not read`,
    file,
    fix: 'Write the results inside the workspace, or name their real place by an absolute path.',
  };
}

/** Bazel's `bazel-testlogs` and its like: a link in the fixed part of a pattern, which the search does not follow. */
async function linkInside(line: Pattern, workspace: string): Promise<string | undefined> {
  const fixed = line.root;
  const stats = await lstat(fixed).catch(() => undefined);
  if (stats?.isSymbolicLink() !== true) return undefined;
  const target = await realpath(fixed).catch(() => undefined);
  if (target === undefined) return undefined;
  return `${nameOf(fixed, workspace)} is a symbolic link, which is not followed. Name the real directory: ${target}`;
}
