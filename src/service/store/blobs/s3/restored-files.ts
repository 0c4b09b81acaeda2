import { UsageError } from '../../../../errors/index.ts';
import type { RestoredFiles } from '../blobs.ts';
import { bringIn, incoming, kept, moveUp } from './blobs.ts';
import type { Objects } from './objects.ts';

/**
 * Puts the files of a backup into a bucket, in the way of a service: they arrive in `blobs/incoming`. If all ends after their
 * records are committed, a service moves those up that are still there. `called` is the place for people.
 */
export async function restoredInBucket(objects: Objects, called: string): Promise<RestoredFiles> {
  for await (const [found] of objects.list(kept, 1)) {
    if (found === undefined) break;
    throw new UsageError('invalid-input', `${called} is not empty: it holds ${kept}/${found.name}. Nothing was changed.`, {
      fix: 'Restore the files into an empty bucket, or below another prefix.',
    });
  }
  const names = new Set<string>();
  return {
    add: async ({ id }, content) => {
      names.add(id);
      await bringIn(objects, id, content);
    },
    keep: async () => {
      for (const id of names) await moveUp(objects, id);
    },
    drop: async () => {
      for (const id of names) await objects.remove(`${incoming}/${id}`);
    },
  };
}
