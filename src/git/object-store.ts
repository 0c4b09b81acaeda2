import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EvidenceError } from '../errors/index.ts';
import { oneLine } from '../text/index.ts';
import { printedBy, runGit, type GitEnding, type RunGitOptions } from './run-git.ts';

/**
 * The objects of a clone, read through an empty repository of our own that borrows them: no configuration, replaced object,
 * graft or attribute of the clone decides anything, and what git writes lands in a temporary directory.
 */
/** Its folder is removed where the block ends that opened it with `using`. */
export interface ObjectStore extends AsyncDisposable {
  readonly clone: string;
  /** Git writes here. */
  readonly directory: string;
  /** The clone has no contents of files: `fetchMissing` brings those that are read. */
  readonly isBlobless: boolean;
  /** Where missing objects are fetched from; null: the clone's own remote. */
  readonly fetchFrom: FetchFrom | null;
  /** 60 s and 256 MiB unless said otherwise. */
  run(args: readonly string[], options?: RunGitOptions): Promise<GitEnding>;
  /** Like `run`, with what git printed. @throws {EvidenceError} `unknown-commit` where it failed. */
  read(args: readonly string[], about: string, options?: RunGitOptions): Promise<string>;
}

/** `authorization` is a header; null: none is needed. */
export interface FetchFrom {
  readonly url: string;
  readonly authorization: string | null;
}

/** The setting of a clone of our own, which lacks nothing but contents of files. */
export const bloblessMark = 'evidence.blobless';

const settings = {
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_SYSTEM: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_GRAFT_FILE: devNull,
};

/** Where git cannot tell, a later question says why. */
export async function isInRepository(directory: string): Promise<boolean> {
  const answer = await runGit(resolve(directory), ['rev-parse', '--git-dir']);
  return answer.kind !== 'failed' || !/not a git repository/i.test(answer.stderr);
}

/** Throws an `EvidenceError` `unknown-commit` without a whole clone: a list from a shallow or partial one of others has holes. */
export async function openObjectStore(directory: string, fetchFrom: FetchFrom | null = null): Promise<ObjectStore> {
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
  const partial = await printedBy(clone, ['config', '--get-regexp', String.raw`^remote\..*\.(promisor|partialclonefilter)$`]);
  const isBlobless = (await printedBy(clone, ['config', '--local', bloblessMark])) === 'true';
  if (partial !== undefined && !isBlobless)
    throw refused(clone, 'is a partial clone, without all of its objects', 'Clone again without --filter');
  const borrower = await mkdtemp(join(tmpdir(), 'compliance-audit-'));
  const store = storeOf(clone, borrower, { isBlobless, fetchFrom });
  await store.read(['init', '--quiet', '--bare', '--template=', '--initial-branch=main', borrower], 'a repository of our own');
  await writeFile(join(borrower, 'objects', 'info', 'alternates'), `${resolve(clone, objects)}\n`);
  return store;
}

function storeOf(clone: string, directory: string, missing: Pick<ObjectStore, 'fetchFrom' | 'isBlobless'>): ObjectStore {
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
    ...missing,
    run,
    read: async (args, about, options) => textOf(await run(args, options), clone, about),
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
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

export type Kind = 'commit' | 'blob';

/** The histories of commits are not looked at. */
export async function present(store: ObjectStore, shas: readonly string[], kind: Kind = 'commit'): Promise<ReadonlySet<string>> {
  const lines = await check(store, [...new Set(shas)], `${kind}s`);
  return new Set(lines.flatMap((line) => (line.slice(40).startsWith(` ${kind} `) ? [line.slice(0, 40)] : [])));
}

export async function treesOf(store: ObjectStore, shas: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(shas)];
  const names = asked.map((sha) => `${sha}^{tree}`);
  const lines = await check(store, names, 'trees');
  return new Map(
    asked.flatMap((sha, index): [string, string][] => {
      const tree = /^([0-9a-f]{40}) tree \d+$/.exec(lines[index] ?? '')?.[1];
      return tree === undefined ? [] : [[sha, tree]];
    }),
  );
}

/** Blobs by commit, of the commits that have the file. The trees say it: a blob that is not in the clone is a file all the same. */
export async function filesAt(store: ObjectStore, shas: readonly string[], path: string): Promise<ReadonlyMap<string, string>> {
  const trees = [...(await treesOf(store, shas))];
  const pairs = trees.map(([, to]) => ({ from: emptyTree, to }));
  const found = await treeChanges(store, pairs, 'whole', path);
  return new Map(
    trees.flatMap(([sha], index): [string, string][] => {
      const file = found[index]?.find((entry) => entry.path === path && isFile(entry.mode));
      return file === undefined ? [] : [[sha, file.object]];
    }),
  );
}

/** `SHA type size` of each object, a line each; another line for what is missing. */
export async function check(store: ObjectStore, names: readonly string[], about: string): Promise<readonly string[]> {
  if (names.length === 0) return [];
  return (await store.read(['cat-file', '--batch-check'], about, { input: names })).split('\n');
}

/** git's tree without an entry, which it knows without having it. */
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** A file that was moved is its old path and its new one. */
export interface TreeChange {
  readonly path: string;
  /** `A` added, `D` deleted, `M` modified, `T` of another type. */
  readonly status: string;
  /** `100644`; of zeros where it was not there. */
  readonly oldMode: string;
  readonly mode: string;
  readonly oldObject: string;
  /** SHA of what it holds now; of zeros where it is gone. */
  readonly object: string;
}

/** Or a link, whose text is its content. An entry for another repository is no file. */
export function isFile(mode: string): boolean {
  return /^1[02]/.test(mode);
}

interface TreePair {
  readonly from: string;
  readonly to: string;
}

/**
 * The differences between each pair of trees, by one call of git; null where an object is missing. `whole`: down to the files;
 * else the entries of these trees alone. Paths come as bytes: what is no UTF-8 has U+FFFD.
 * @param path the only one that is looked at
 */
export async function treeChanges(
  store: ObjectStore,
  pairs: readonly TreePair[],
  how: 'whole' | 'entries',
  path?: string,
): Promise<readonly (readonly TreeChange[] | null)[]> {
  const keys = pairs.map(keyOf);
  const found = new Map<string, readonly TreeChange[]>();
  const depth = how === 'whole' ? ['-r'] : [];
  const paths = path === undefined ? [] : ['--', `:(literal)${path}`];
  // git stops at an object that is missing.
  await askHalves([...new Set(keys)], async (some) => {
    const ending = await store.run(['diff-tree', '--stdin', ...depth, '--raw', '-z', '--no-renames', '--no-abbrev', ...paths], {
      input: some,
    });
    if (ending.kind !== 'done') return false;
    for (const [key, changes] of readRecords(ending.stdout, some)) found.set(key, changes);
    return true;
  });
  return keys.map((key) => found.get(key) ?? null);
}

const keyOf = ({ from, to }: TreePair): string => `${from} ${to}`;

/**
 * Each pair is a line with both SHAs, then for each path `:modes objects status`, a zero byte, the path, a zero byte. A path
 * can hold anything but a zero byte, also what looks like the next pair: only the zero bytes show where one ends.
 */
function readRecords(output: Buffer, keys: readonly string[]): ReadonlyMap<string, readonly TreeChange[]> {
  const asked = new Set(keys);
  const found = new Map<string, TreeChange[]>();
  let current: TreeChange[] = [];
  let position = 0;
  while (position < output.length) {
    if (output[position] !== 0x3a) {
      const key = output.toString('latin1', position, position + 81);
      position += 82;
      current = [];
      if (asked.has(key)) found.set(key, current);
      continue;
    }
    const metaEnd = output.indexOf(0, position);
    const pathEnd = output.indexOf(0, metaEnd + 1);
    const [oldMode = '', mode = '', oldObject = '', object = '', status = ''] = output.toString('latin1', position + 1, metaEnd).split(' ');
    current.push({ path: output.toString('utf8', metaEnd + 1, pathEnd), status, oldMode, mode, oldObject, object });
    position = pathEnd + 1;
  }
  return found;
}
