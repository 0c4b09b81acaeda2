import type { ObjectStore } from './object-store.ts';

/** The trees of commits, as far as the clone has them. */
export async function treesOf(store: ObjectStore, shas: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(shas)];
  if (asked.length === 0) return new Map();
  const answer = await store.read(['cat-file', '--batch-check=%(objectname)'], 'trees', {
    input: asked.map((sha) => `${sha}^{tree}\n`).join(''),
  });
  const lines = answer.split('\n');
  return new Map(
    asked.flatMap((sha, index): [string, string][] => {
      const tree = /^[0-9a-f]{40}$/.exec(lines[index] ?? '')?.[0];
      return tree === undefined ? [] : [[sha, tree]];
    }),
  );
}
