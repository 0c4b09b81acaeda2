import type { ObjectStore } from './object-store.ts';

/** The commit that brought each line of a file, seen from a commit, the first line first; null where git cannot tell. */
export async function blame(store: ObjectStore, from: string, path: string): Promise<readonly string[] | null> {
  const ending = await store.run(['blame', '--porcelain', '--no-textconv', from, '--', path]);
  if (ending.kind !== 'done') return null;
  // The text of a line begins with a tab, so that none of it looks like the head of one.
  return [...ending.stdout.toString('latin1').matchAll(/^([0-9a-f]{40}) \d+ \d+/gm)].map(([, sha = '']) => sha);
}
