import { createHash } from 'node:crypto';
import { Damage } from '../damage.ts';
import type { ReceivedBlob } from '../model/attestations.ts';

/**
 * The content of a kept file as it comes. The last piece is held back until the whole is known to be the same, so that nobody gets
 * the whole of a changed file.
 */
export async function* wholeOf(content: AsyncIterable<Uint8Array>, { sha256 }: ReceivedBlob): AsyncGenerator<Uint8Array> {
  let last: Uint8Array = new Uint8Array();
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    if (last.length > 0) yield last;
    last = chunk;
  }
  if (hash.digest('hex') !== sha256) throw changed();
  yield last;
}

export function changed(): Damage {
  return new Damage('The file of a record is not the one that was attached to it.');
}

export function unreadable(cause?: unknown): Damage {
  return new Damage('The file of a record cannot be read.', { cause });
}
