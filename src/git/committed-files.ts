import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { oneLine, orNothing } from '../text/index.ts';
import { runGit, type GitEnding } from './run-git.ts';

/** By directory: files mostly share a few directories. */
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

/** Few paths are links. */
export function realFile(path: string, known: ReadonlyMap<string, string | undefined>): string {
  const isLink = statsOf(path)?.isSymbolicLink() === true;
  return !isLink && known.has(dirname(path)) ? path : realPath(path);
}

/** A file may have gone away meanwhile: its path still shows whose it was. */
export function realPath(path: string): string {
  return orNothing(() => realpathSync.native(path)) ?? path;
}

function statsOf(path: string): Stats | undefined {
  // A directory that may not be looked into: git cannot look there either.
  return orNothing(() => lstatSync(path, { throwIfNoEntry: false }));
}

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

export interface CommittedFiles {
  /** By the path that the caller gave. */
  readonly committed: ReadonlyMap<string, TrackedFile>;
  readonly unasked: readonly Unasked[];
}

interface TrackedFile {
  /** Absolute and real. */
  readonly root: string;
  /** Relative to the root, with `/`. */
  readonly name: string;
  /** Its skip-worktree bit is set, as in a sparse checkout: `git rm` passes over it without `--sparse`. */
  readonly isSkipped: boolean;
}

interface Unasked {
  readonly files: readonly string[];
  readonly why: string;
}

interface Asked extends Omit<TrackedFile, 'isSkipped'> {
  readonly path: string;
  /** Real. */
  readonly file: string;
}

/** In milliseconds, for all questions together. */
const usualTimeLimit = 10_000;

/** Most bytes of names on a command line: the system with the least takes 32 KiB. With more names the whole index is listed. */
const mostArguments = 24 * 1024;

/** Most bytes of a list of the index: a path of 100 letters, 600,000 times. */
const sizeLimit = 64 * 1024 * 1024;

/** In bytes. */
const mostRead = 64 * 1024 * 1024;

/**
 * Finds the files whose content is the one in the index of the repository around them, by at most two calls of git for each repository.
 * Content alone decides, as git would store it: times and the bits of the index are set by anybody. Never throws for what the files are.
 */
export async function committedFiles(paths: readonly string[], timeLimit = usualTimeLimit): Promise<CommittedFiles> {
  const known: KnownRoots = new Map();
  const places = paths.map((path) => {
    const file = realFile(path, known);
    return { path, file, root: rootAbove(dirname(file), known) };
  });
  const end = performance.now() + timeLimit;
  const committed = new Map<string, TrackedFile>();
  const unasked: Unasked[] = [];
  for (const [root, group] of Map.groupBy(places, (place) => place.root)) {
    const files = group.map(({ path }) => path);
    if (root === undefined) {
      unasked.push({ files, why: 'there is no git repository around' });
      continue;
    }
    const asked = group.map(({ file, path }) => ({ path, file, root, name: relative(root, file).replaceAll(sep, '/') }));
    const answer = await askRepository(root, asked, () => Math.max(1, Math.round(end - performance.now())));
    for (const { name, path, isSkipped } of answer.committed) committed.set(path, { root, name, isSkipped });
    if (answer.unasked !== undefined) unasked.push(answer.unasked);
  }
  return { committed, unasked };
}

async function askRepository(
  root: string,
  files: readonly Asked[],
  timeLeft: () => number,
): Promise<{ readonly committed: readonly (Asked & TrackedFile)[]; readonly unasked?: Unasked }> {
  // The repository is named, so that git takes no other one above it.
  const here = [`--git-dir=${join(root, '.git')}`, `--work-tree=${root}`, '--literal-pathspecs'];
  const names = files.map(({ name }) => name);
  const isShort = names.reduce((sum, name) => sum + Buffer.byteLength(name) + 3, 0) <= mostArguments;
  const listing = ['ls-files', '-z', '-t', '--stage', ...(isShort ? ['--', ...names] : [])];
  const listed = await runGit(root, [...here, ...listing], { timeLimit: timeLeft(), sizeLimit });
  if (listed.kind !== 'done') return { committed: [], unasked: unaskedOf(files, listed) };
  const entries = entriesIn(listed.stdout);
  const tracked = files.flatMap((file) => {
    const entry = entries.get(file.name);
    return entry === undefined ? [] : [{ ...file, ...entry }];
  });
  if (tracked.length === 0) return { committed: [] };
  const input = tracked.map(({ name }) => quoted(name));
  const hashed = await runGit(root, [...here, 'hash-object', '--stdin-paths'], { input, timeLimit: timeLeft() });
  const hashes = hashed.kind === 'done' ? hashed.stdout.toString('latin1').split('\n') : [];
  const committed = tracked.filter(
    ({ file, ids }, index) => ids.includes(hashes[index] ?? '') || ids.some((id) => id === idOfBytes(file, id.length)),
  );
  if (hashed.kind === 'done') return { committed };
  const left = tracked.filter((file) => !committed.includes(file));
  return left.length === 0 ? { committed } : { committed, unasked: unaskedOf(left, hashed) };
}

function unaskedOf(files: readonly Asked[], ending: Exclude<GitEnding, { kind: 'done' }>): Unasked {
  return { files: files.map(({ path }) => path), why: causeOf(ending) };
}

interface Entry {
  /** Several where a merge left a conflict. */
  readonly ids: readonly string[];
  readonly isSkipped: boolean;
}

function entriesIn(listed: Buffer): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const line of listed.toString('utf8').split('\0')) {
    const [, tag, id, name] = /^(\S) \d+ ([0-9a-f]+) \d\t(.+)$/s.exec(line) ?? [];
    if (id === undefined || name === undefined) continue;
    entries.set(name, { ids: [...(entries.get(name)?.ids ?? []), id], isSkipped: tag === 'S' });
  }
  return entries;
}

/**
 * The id of the bytes as they lie there. Line ends that were committed before a filter for them was set are kept by `git status` as they
 * are, and changed by `git hash-object`.
 */
function idOfBytes(file: string, digits: number): string | undefined {
  try {
    if (statSync(file).size > mostRead) return undefined;
    const bytes = readFileSync(file);
    return createHash(digits === 64 ? 'sha256' : 'sha1')
      .update(`blob ${bytes.length}\0`)
      .update(bytes)
      .digest('hex');
  } catch {
    return undefined;
  }
}

/** A line of git's input: a name that is not one line is quoted, and so is one that looks quoted. */
function quoted(name: string): string {
  if (!/^"|[\n\r]/.test(name)) return name;
  return `"${name
    .replace(/["\\]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`)}"`;
}

function causeOf(ending: Exclude<GitEnding, { kind: 'done' }>): string {
  switch (ending.kind) {
    case 'missing':
      return 'there is no git program';
    case 'stopped':
      return ending.why === 'time' ? 'git took too long, and was stopped' : 'git printed too much, and was stopped';
    case 'failed':
      return `git says: ${oneLine(ending.stderr.trim(), 200)}`;
  }
}
