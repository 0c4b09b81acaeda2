import { createHash } from 'node:crypto';
import { aNumber, aText, shape } from '../../../text/check.ts';
import { BrokenBackup, entryOf, textOf, type Entry } from './entry.ts';
import { jsonIn } from './manifest.ts';

/** The last entry: with it the backup is whole, and none of the others was changed. */
const sealName = 'end.json';

const aSeal = shape({ entries: aNumber, sha256: aText });

/** Counts entries, and hashes the name, the size and the content of each, in their order. */
function tally() {
  const all = createHash('sha256');
  let entries = 0;
  return {
    async *reading({ content, name, size }: Entry): AsyncGenerator<Uint8Array> {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
      if (bytes !== size) throw new BrokenBackup(`${name} has ${bytes} bytes, and ${size} were announced.`);
      entries += 1;
      all.update(`${name} ${size} ${hash.digest('hex')}\n`);
    },
    seal: () => ({ entries, sha256: all.copy().digest('hex') }),
  };
}

/** The same entries, and the seal at their end. Each must be read to its end before the next one is asked for. */
export async function* sealed(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  const counted = tally();
  for await (const entry of entries) yield { ...entry, content: counted.reading(entry) };
  yield entryOf(sealName, `${JSON.stringify(counted.seal())}\n`);
}

/**
 * The entries without their seal. Throws `BrokenBackup` after the last one if they are not those that were sealed, so that nobody
 * may rely on what was read before that.
 */
export async function* unsealed(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  const counted = tally();
  let isSealed = false;
  for await (const entry of entries) {
    if (isSealed) throw new BrokenBackup(`${entry.name} comes after its end.`);
    if (entry.name === sealName) {
      const found = jsonIn(await textOf(entry), aSeal, sealName);
      const expected = counted.seal();
      if (found.entries !== expected.entries || found.sha256 !== expected.sha256)
        throw new BrokenBackup('Its content is not what was written: the hash at its end is another one.');
      isSealed = true;
      continue;
    }
    let isRead = false;
    const content = (async function* () {
      yield* counted.reading(entry);
      isRead = true;
    })();
    yield { ...entry, content };
    if (!isRead) throw new BrokenBackup(`${entry.name} is not a part of a backup.`);
  }
  if (!isSealed) throw new BrokenBackup('It is cut off: its end is missing.');
}
