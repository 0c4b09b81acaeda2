import type { ObjectStore } from './object-store.ts';

/** The commit that last changed a file, seen from another commit; null where git cannot tell, or not within its time. */
export async function lastChange(store: ObjectStore, from: string, path: string): Promise<string | null> {
  const ending = await store.run(['rev-list', '-1', from, '--', `:(literal)${path}`]);
  const found = ending.kind === 'done' ? ending.stdout.toString('latin1').trim() : '';
  return /^[0-9a-f]{40}$/.test(found) ? found : null;
}
