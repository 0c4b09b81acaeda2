import { AsyncLocalStorage } from 'node:async_hooks';
import { lstatSync, readdirSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { given, orNothing } from '../text/index.ts';
import { contains, escapeGlob, globOf, nameOf, readPatterns, type Pattern, type SearchBounds } from './pattern.ts';

/** They have no words of their own: the caller knows the meaning of a missing file. */
export type SearchFinding =
  /** No line includes anything. */
  | { readonly kind: 'no-pattern' }
  /** A line that excludes, with nothing before it that it could take away. */
  | { readonly kind: 'useless-exclude'; readonly pattern: string }
  | { readonly kind: 'no-match'; readonly pattern: string; readonly is: MissedPattern; readonly link?: DirectoryLink }
  /** Later lines exclude all files that the line found: one of them alone (`by`, as the user wrote it), or several together. */
  | { readonly kind: 'excluded'; readonly pattern: string; readonly count: number; readonly by: string | undefined }
  /** A directory that may not be listed, or a file that went away meanwhile. */
  | { readonly kind: 'search-failed'; readonly pattern: string; readonly reason: string }
  | { readonly kind: 'pattern-outside'; readonly pattern: string }
  /** A symbolic link leads out of `base`: the directory that no file may lie outside of, `undefined` for the workspace. */
  | { readonly kind: 'link-outside'; readonly name: string; readonly base: string | undefined }
  | { readonly kind: 'dead-link'; readonly name: string }
  /** A symbolic link to a directory, which is not followed. */
  | { readonly kind: 'directory-link'; readonly name: string };

/** The kind of a pattern that matches nothing; `left-out` exists, but is never looked into, or is no regular file. */
export type MissedPattern = 'glob' | 'directory' | 'left-out' | 'absent';

interface DirectoryLink {
  readonly name: string;
  /** Absolute. */
  readonly target: string;
}

const isQuiet = new AsyncLocalStorage<true>();

/**
 * Runs a task whose own writes to standard output go nowhere. @actions/glob prints `::debug::` lines through @actions/core,
 * which would end up in the middle of what the command line prints as JSON. Only writes made by the task itself, told by
 * its asynchronous context, are dropped; all other writes meanwhile are kept.
 */
export async function quietly<Result>(task: () => Promise<Result>): Promise<Result> {
  const { stdout } = process;
  const before = Object.getOwnPropertyDescriptor(stdout, 'write');
  const write = stdout.write.bind(stdout);
  const filtered = (...args: Parameters<typeof write>): boolean => (isQuiet.getStore() === true ? true : write(...args));
  Object.defineProperty(stdout, 'write', { value: filtered, configurable: true, writable: true });
  try {
    return await isQuiet.run(true, task);
  } finally {
    // A writer that was put on top meanwhile stays.
    if (Object.getOwnPropertyDescriptor(stdout, 'write')?.value === filtered) {
      if (before === undefined) Reflect.deleteProperty(stdout, 'write');
      else Object.defineProperty(stdout, 'write', before);
    }
  }
}

/** Directories that are never looked into: what packages bring along is not evidence of this run. */
const neverSearched: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** With all below it, or by itself. */
interface SearchRoot {
  readonly directory: string;
  readonly isDeep: boolean;
}

interface Node {
  readonly directory: string;
  readonly depth: number;
  readonly parent: Node | undefined;
  readonly children: Node[];
  /** A directory that is never searched lies in it, or below. */
  isMixed: boolean;
}

// Workspaces of packages keep node_modules some levels down; deeper ones are walked in vain, and still left out.
const deepest = 5;
const mostDirectories = 3000;

/**
 * Where to search for files at any depth below `root`, so that @actions/glob does not walk node_modules and .git: it takes
 * excludes off only after it has been everywhere, which is 0.1 ms a file.
 */
export function searchRoots(root: string): readonly SearchRoot[] {
  const top: Node = { directory: root, depth: 0, parent: undefined, children: [], isMixed: false };
  const queue = [top];
  for (const [index, node] of queue.entries()) {
    if (index === mostDirectories) break;
    look(node);
    if (node.depth === deepest) continue;
    for (const child of node.children) queue.push(child);
  }
  return rootsBelow(top);
}

function look(node: Node): void {
  let entries: Dirent[];
  try {
    entries = readdirSync(node.directory, { withFileTypes: true });
  } catch {
    // The search itself reports it.
    return;
  }
  for (const entry of entries) {
    if (neverSearched.has(entry.name)) {
      for (let above: Node | undefined = node; above?.isMixed === false; above = above.parent) above.isMixed = true;
    } else if (entry.isDirectory()) {
      const directory = join(node.directory, entry.name);
      node.children.push({ directory, depth: node.depth + 1, parent: node, children: [], isMixed: false });
    }
  }
}

function rootsBelow(node: Node): readonly SearchRoot[] {
  if (!node.isMixed) return [{ directory: node.directory, isDeep: true }];
  // At most `deepest` levels of recursion.
  return [{ directory: node.directory, isDeep: false }, ...node.children.flatMap(rootsBelow)];
}

export interface DiscoveredFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the workspace with `/`; absolute where a pattern led outside of it. */
  readonly name: string;
  /** The user named it, or its directory, without glob characters. */
  readonly explicit: boolean;
  /** As the user wrote it; the one that found the file first. */
  readonly pattern: string;
}

export interface Discovery {
  /** In bytewise order of their names, each real file once. */
  readonly files: readonly DiscoveredFile[];
  readonly findings: readonly SearchFinding[];
}

interface SearchOptions extends SearchBounds {
  /** A directory stands for the files at any depth in it whose names match one of these globs. */
  readonly inDirectories: readonly string[];
}

interface Search extends SearchOptions {
  readonly files: Map<string, DiscoveredFile>;
  readonly findings: SearchFinding[];
  readonly directories: Map<string, string>;
}

/**
 * Finds the files that patterns name: as the user wrote them, one a line, `!` excludes files that earlier lines found, relative
 * to `directory`. Symbolic links to directories are not followed; `node_modules` and `.git` are never looked into. A file outside
 * the workspace is refused unless an absolute pattern names it, or `..` where `mayLeave` lets it. Never throws for the patterns
 * or the files.
 */
export async function discover(patterns: readonly string[], options: SearchOptions): Promise<Discovery> {
  const workspace = resolve(options.workspace);
  const search: Search = { ...options, workspace, files: new Map(), findings: [], directories: new Map() };
  const lines = readPatterns(patterns, search);
  if (!lines.some((line) => !line.isExclude)) search.findings.push({ kind: 'no-pattern' });
  for (const [index, line] of lines.entries()) {
    if (!line.isExclude) await tryFind(line, lines.slice(index + 1), search);
    else if (lines.slice(0, index).every((earlier) => earlier.isExclude))
      search.findings.push({ kind: 'useless-exclude', pattern: line.text });
  }
  const keyed = [...search.files.values()].map((file) => ({ file, key: Buffer.from(file.name) }));
  const files = keyed.toSorted((one, other) => Buffer.compare(one.key, other.key)).map(({ file }) => file);
  return { files, findings: search.findings };
}

async function tryFind(line: Pattern, later: readonly Pattern[], search: Search): Promise<void> {
  try {
    await find(line, later, search);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    search.findings.push({ kind: 'search-failed', pattern: line.text, reason: error.message });
  }
}

async function find(line: Pattern, later: readonly Pattern[], search: Search): Promise<void> {
  if (line.isOutside) {
    search.findings.push({ kind: 'pattern-outside', pattern: line.text });
    return;
  }
  const excludes = later.filter((other) => other.isExclude);
  let count = 0;
  for (const path of await match(line, excludes, search.inDirectories)) {
    if (take(path, line, search)) count += 1;
  }
  if (count > 0) return;
  const lost = excludes.length === 0 ? 0 : (await match(line, [], search.inDirectories)).length;
  if (lost > 0) {
    search.findings.push({ kind: 'excluded', pattern: line.text, count: lost, by: await excluding(line, excludes, search) });
    return;
  }
  const link = linkAt(line.root, search.workspace);
  search.findings.push({ kind: 'no-match', pattern: line.text, is: missed(line), ...given({ link }) });
}

async function excluding(line: Pattern, excludes: readonly Pattern[], { inDirectories }: Search): Promise<string | undefined> {
  for (const exclude of excludes) if ((await match(line, [exclude], inDirectories)).length === 0) return exclude.text;
  return undefined;
}

function missed(line: Pattern): MissedPattern {
  if (line.isGlob) return 'glob';
  const stats = statSync(line.root, { throwIfNoEntry: false });
  if (stats === undefined) return 'absent';
  return stats.isDirectory() ? 'directory' : 'left-out';
}

/** @actions/glob is not even loaded where no line has a glob character. */
async function match(line: Pattern, excludes: readonly Pattern[], inDirectories: readonly string[]): Promise<readonly string[]> {
  const isWanted = (path: string): boolean =>
    !path
      .slice(line.base.length)
      .split(/[\\/]/)
      .some((part) => neverSearched.has(part));
  if (line.isGlob) return (await glob(globsOf(line.root, line.rest), excludes)).filter(isWanted);
  const stats = orNothing(() => statSync(line.root));
  // A link that leads nowhere is there all the same.
  if (stats === undefined) return ownStats(line.root) === undefined ? [] : [line.root];
  if (stats.isDirectory()) {
    const globs = inDirectories.flatMap((names) => globsOf(line.root, join('**', names)));
    return (await glob(globs, excludes)).filter(isWanted);
  }
  return (excludes.length === 0 ? [line.root] : await glob([globOf(line)], excludes)).filter(isWanted);
}

/** A glob that reaches to any depth becomes several, which leave out what is never searched. */
function globsOf(root: string, rest: string): readonly string[] {
  const anyDepth = /^\*\*(?:[\\/]|$)/.exec(rest);
  if (anyDepth === null) return [join(escapeGlob(root), rest)];
  const below = rest.slice(anyDepth[0].length) || '*';
  return searchRoots(root).map(({ directory, isDeep }) => join(escapeGlob(directory), isDeep ? '**' : '', below));
}

async function glob(globs: readonly string[], excludes: readonly Pattern[]): Promise<readonly string[]> {
  // A path is below itself to @actions/glob.
  const no = excludes.map((each) => `!${join(globOf(each), '**')}`);
  const { create } = await import('@actions/glob');
  const paths = new Set<string>();
  for (const each of globs) {
    const found = await quietly(async () => {
      const globber = await create([each, ...no].join('\n'), {
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

/** False if the path is not a file. Synchronous: thousands of files are a matter of milliseconds. */
function take(path: string, line: Pattern, search: Search): boolean {
  const { files, findings, workspace } = search;
  const name = nameOf(path, workspace);
  const entry = lstatSync(path);
  const isLink = entry.isSymbolicLink();
  let real: string;
  try {
    // The user may write a name in another case than the file has, where the file system lets it.
    real = isLink || !line.isGlob ? realpathSync.native(path) : join(realDirectory(dirname(path), search), basename(path));
  } catch {
    findings.push({ kind: 'dead-link', name });
    return true;
  }
  if (!contains(realDirectory(line.base, search), real)) {
    findings.push({ kind: 'link-outside', name, base: line.base === workspace ? undefined : line.base });
    return true;
  }
  const stats = isLink ? statSync(real) : entry;
  if (stats.isDirectory()) {
    findings.push({ kind: 'directory-link', name });
    return false;
  }
  if (!stats.isFile()) return false;
  const known = files.get(real);
  if (known === undefined) files.set(real, { path, name, explicit: !line.isGlob, pattern: line.text });
  else if (!line.isGlob && !known.explicit) files.set(real, { ...known, explicit: true });
  return true;
}

function realDirectory(path: string, { directories }: Pick<Search, 'directories'>): string {
  const known = directories.get(path);
  if (known !== undefined) return known;
  const real = realpathSync.native(path);
  directories.set(path, real);
  return real;
}

/** Bazel's `bazel-testlogs` and its like. */
function linkAt(path: string, workspace: string): DirectoryLink | undefined {
  if (ownStats(path)?.isSymbolicLink() !== true) return undefined;
  const target = orNothing(() => realpathSync(path));
  return target === undefined ? undefined : { name: nameOf(path, workspace), target };
}

function ownStats(path: string): Stats | undefined {
  return orNothing(() => lstatSync(path));
}
