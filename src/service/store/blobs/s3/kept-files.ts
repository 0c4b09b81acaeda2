import { createHash } from 'node:crypto';
import type { ReceivedBlob } from '../../model/attestations.ts';
import type { KeptFiles } from '../blobs.ts';
import { contentOf, isId, kept, readBlob } from './blobs.ts';
import type { Objects } from './objects.ts';

/** The attached files of a bucket, for a reader who compares them with their records. */
export function filesInBucket(objects: Objects): KeptFiles {
  return { names: () => namesIn(objects), problemOf: (blob) => problemIn(objects, blob), read: (blob) => readBlob(objects, blob) };
}

async function namesIn(objects: Objects): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const page of objects.list(kept)) names.push(...page.map(({ name }) => name));
  return names;
}

async function problemIn(objects: Objects, blob: ReceivedBlob): Promise<string | undefined> {
  const called = `blobs/${blob.id} (${JSON.stringify(blob.filename)})`;
  if (!isId(blob.id)) return `The file ${called} has a name that no service gives.`;
  const found = await contentOf(objects, blob);
  if (found === undefined) return `The file ${called} is missing.`;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of found.pieces) {
    hash.update(piece);
    bytes += piece.length;
    // A larger file need not come whole.
    if (bytes > blob.bytes) break;
  }
  const isSame = bytes === blob.bytes && hash.digest('hex') === blob.sha256;
  return isSame ? undefined : `The file ${called} is not the one that was recorded.`;
}
