import { createHash } from 'node:crypto';
import { bytesOf } from '../bounded.ts';
import { aNumber, aText, listOf, oneOf, onlyIf, passes, shape, type Check, type Checked } from '../../text/check.ts';
import { parseExact } from '../../text/index.ts';

/** One file of a backup: a name, how many bytes it has, and its content, which is read once and in turn. */
export interface Entry {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A backup that was cut off or changed, or is none. The message says where. */
export class BrokenBackup extends Error {
  override readonly name = 'BrokenBackup';
}

/** Data of which no backup is made, because it is not what was recorded. The message says what is wrong. */
export class BrokenData extends Error {
  override readonly name = 'BrokenData';
}

export function entryOf(name: string, content: string): Entry {
  const bytes = Buffer.from(content);
  return { name, size: bytes.length, content: once(bytes) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** No entry that has to be held is as large: those of records have a megabyte, or one record. */
const mostBytes = 64 * 1024 * 1024;

export async function textOf({ content, name, size }: Entry): Promise<string> {
  if (size > mostBytes) throw new BrokenBackup(`${name} has ${size} bytes, and no backup has so large a part.`);
  const bytes = await bytesOf(content);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new BrokenBackup(`${name} is not in UTF-8.`, { cause });
  }
}

export const manifestName = 'backup.json';
export const format = 'compliance-evidence backup';
export const version = 1;

/** A time that a calendar has. */
const aTime = onlyIf(aNumber, (value) => !Number.isNaN(new Date(value * 1000).getTime()), ' is no time');

const backedUp = shape({
  id: aText,
  name: aText,
  records: aNumber,
  /** The hash that its log ends with. */
  head: aText,
});
export type BackedUp = Checked<typeof backedUp>;

/** The first entry of a backup. */
export const aManifest = shape({
  format: oneOf(format),
  /** The version of this form. A reader of an earlier one refuses it. */
  version: aNumber,
  /** The version of the tables that it was made of. */
  data_version: aNumber,
  /** Unix seconds. */
  made_at: aTime,
  organizations: onlyIf(listOf(backedUp), hasEachOnce, ' has one twice'),
});
export type Manifest = Checked<typeof aManifest>;

function hasEachOnce(all: readonly BackedUp[]): boolean {
  return [all.map(({ id }) => id), all.map(({ name }) => name)].every((values) => new Set(values).size === values.length);
}

/** JSON of a backup, after a check of its form. */
export function jsonIn<Value>(text: string, check: Check<Value>, name: string): Value {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (cause) {
    throw new BrokenBackup(`${name} holds no JSON.`, { cause });
  }
  if (passes(check, value)) return value;
  throw new BrokenBackup(`${name} does not hold what a backup has there.`);
}

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
 * The entries without their seal. Throws `BrokenBackup` after the last if they are not those that were sealed: rely on none before that.
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
