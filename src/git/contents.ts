import { batchObjects } from './commit-object.ts';
import { fetchMissing } from './fetch-missing.ts';
import { askHalves, check, isFile, treeChanges, treesOf, type ObjectStore, type TreeChange } from './object-store.ts';

/* Reading the contents of files. A clone without them fetches many at once before: git would fetch each by itself. */

/** `missing` where the clone does not have it, `too-large` where it is over the limit. */
export type Blob = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'missing' } | { readonly kind: 'too-large' };

/** Texts by SHA, each at most `limit` bytes, by two calls of git. */
export async function readBlobs(store: ObjectStore, objects: readonly string[], limit: number): Promise<ReadonlyMap<string, Blob>> {
  const asked = [...new Set(objects)];
  if (store.isBlobless) await fetchMissing(store, asked, 'blob');
  const sizes = new Map(
    (await check(store, asked, 'files')).flatMap((line): [string, number][] => {
      const [, name, size] = /^([0-9a-f]{40}) blob (\d+)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, Number(size)]];
    }),
  );
  const wanted = asked.filter((name) => (sizes.get(name) ?? Infinity) <= limit);
  const texts = wanted.length === 0 ? new Map<string, string>() : await contents(store, wanted);
  return new Map(
    asked.map((name): [string, Blob] => {
      const text = texts.get(name);
      if (text !== undefined) return [name, { kind: 'text', text }];
      return [name, sizes.has(name) && !wanted.includes(name) ? { kind: 'too-large' } : { kind: 'missing' }];
    }),
  );
}

async function contents(store: ObjectStore, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ending = await store.run(['cat-file', '--batch'], { input: names });
  const objects = ending.kind === 'done' ? [...batchObjects(ending.stdout)] : [];
  return new Map(
    objects.flatMap((found): [string, string][] => (found?.type === 'blob' ? [[found.sha, found.content.toString('utf8')]] : [])),
  );
}

/** A merge is any commit with more than one parent. */
export interface Merge {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
}

/**
 * Whether merging its parents again gives each commit's tree, by SHA: then no person wrote anything in it. No commit but a merge is one.
 * Null where git cannot say: an object is missing, there are more than two parents, or this git is older than 2.39.
 */
export async function mergesAlone(store: ObjectStore, commits: readonly Merge[]): Promise<ReadonlyMap<string, boolean | null>> {
  const found = new Map(commits.map(({ parents, sha }): [string, boolean | null] => [sha, parents.length > 1 ? null : false]));
  const pairs = [...new Map(commits.map((commit) => [commit.sha, commit])).values()].filter(({ parents }) => parents.length === 2);
  if (pairs.length === 0 || !(await canMerge(store))) return found;
  if (store.isBlobless) await fetchMissing(store, await readToMerge(store, pairs), 'blob');
  // git stops at an object that is missing.
  await askHalves(pairs, async (some) => {
    const ending = await store.run(['merge-tree', '--write-tree', '--stdin', '--no-messages', '--name-only'], {
      input: some.map(({ parents }) => parents.join(' ')),
      timeLimit: 300_000,
    });
    if (ending.kind !== 'done') return false;
    const answers = readAnswers(ending.stdout.toString('latin1'));
    if (answers.length === some.length) for (const [index, { sha, tree }] of some.entries()) found.set(sha, answers[index] === tree);
    return true;
  });
  return found;
}

async function canMerge(store: ObjectStore): Promise<boolean> {
  const ending = await store.run(['version']);
  const [, major, minor] = /(\d+)\.(\d+)/.exec(ending.kind === 'done' ? ending.stdout.toString('utf8') : '') ?? [];
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 39);
}

/** The tree of each merge, undefined where there was a conflict. Each is its status, its tree, the paths in conflict, and an empty part. */
function readAnswers(output: string): readonly (string | undefined)[] {
  const parts = output.split('\0');
  const answers: (string | undefined)[] = [];
  for (let at = 0; at + 1 < parts.length;) {
    answers.push(parts[at] === '1' ? parts[at + 1] : undefined);
    at += 2;
    while (at < parts.length && parts[at] !== '') at += 1;
    at += 1;
  }
  return answers;
}

/** The blobs that git reads to merge again. */
async function readToMerge(store: ObjectStore, merges: readonly Merge[]): Promise<readonly string[]> {
  const threes = await withBases(store, merges);
  const trees = await treesOf(store, threes.flat());
  const pairs = threes.flatMap(([base, ...sides]) => sides.map((side) => ({ from: trees.get(base) ?? '', to: trees.get(side) ?? '' })));
  const changes = await treeChanges(store, pairs, 'whole');
  // Each pair is next to that of the other side.
  return changes.flatMap((side, index) => readOf(side ?? [], changes[index ^ 1] ?? []));
}

type Three = readonly [base: string, one: string, other: string];

async function withBases(store: ObjectStore, merges: readonly Merge[]): Promise<readonly Three[]> {
  const asked = new Set(merges.map(({ parents }) => parents.join(' ')));
  const threes: Three[] = [];
  // Also over those that are added meanwhile: git merges several bases first.
  for (const pair of asked) {
    const [one = '', other = ''] = pair.split(' ');
    const ending = await store.run(['merge-base', '--all', one, other]);
    const bases = ending.kind === 'done' ? ending.stdout.toString('latin1').split('\n').filter(Boolean) : [];
    threes.push(...bases.map((base): Three => [base, one, other]));
    for (const next of bases.slice(1)) asked.add(`${bases[0]} ${next}`);
  }
  return threes;
}

/** The blobs of files that both sides changed, and of those that one may have moved, which git finds by their contents. */
function readOf(side: readonly TreeChange[], other: readonly TreeChange[]): readonly string[] {
  const others = new Map(other.map(({ object, path }) => [path, object]));
  const statuses = new Set(side.map(({ status }) => status));
  const mayMove = statuses.has('A') && statuses.has('D');
  return side
    .filter(({ object, path, status }) => (mayMove && /[AD]/.test(status)) || (others.has(path) && others.get(path) !== object))
    .flatMap(({ mode, object, oldMode, oldObject }) => [...(isFile(mode) ? [object] : []), ...(isFile(oldMode) ? [oldObject] : [])]);
}
