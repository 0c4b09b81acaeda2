import { batchObjects } from './commit-object.ts';
import type { ObjectStore } from './object-store.ts';

/** A file that was read; `missing` where the clone does not have it, `too-large` where it is over the limit. */
export type Blob = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'missing' } | { readonly kind: 'too-large' };

/** The texts of files by their SHAs, each at most `limit` bytes, by two calls of git. */
export async function readBlobs(store: ObjectStore, objects: readonly string[], limit: number): Promise<ReadonlyMap<string, Blob>> {
  const asked = [...new Set(objects)];
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

/** Which commits the clone has, with their histories not looked at. */
export async function present(store: ObjectStore, shas: readonly string[]): Promise<ReadonlySet<string>> {
  const lines = await check(store, [...new Set(shas)], 'commits');
  return new Set(lines.flatMap((line) => /^([0-9a-f]{40}) commit \d+$/.exec(line)?.[1] ?? []));
}

/** The trees of commits, as far as the clone has them. */
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

/** The SHA of what a file holds at each commit that has it. */
export async function filesAt(store: ObjectStore, shas: readonly string[], path: string): Promise<ReadonlyMap<string, string>> {
  const names = shas.map((sha) => `${sha}:${path}`);
  const lines = await check(store, names, path);
  return new Map(
    shas.flatMap((sha, index): [string, string][] => {
      const object = /^([0-9a-f]{40}) blob \d+$/.exec(lines[index] ?? '')?.[1];
      return object === undefined ? [] : [[sha, object]];
    }),
  );
}

/** `SHA type size` of each object, a line each; another line for what is missing. */
async function check(store: ObjectStore, names: readonly string[], about: string): Promise<readonly string[]> {
  if (names.length === 0) return [];
  return (await store.read(['cat-file', '--batch-check'], about, { input: names })).split('\n');
}

async function contents(store: ObjectStore, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ending = await store.run(['cat-file', '--batch'], { input: names });
  const objects = ending.kind === 'done' ? [...batchObjects(ending.stdout)] : [];
  return new Map(
    objects.flatMap((found): [string, string][] => (found?.type === 'blob' ? [[found.sha, found.content.toString('utf8')]] : [])),
  );
}
