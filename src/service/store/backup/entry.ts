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

/** An entry that is small enough to be held. */
export function entryOf(name: string, content: string): Entry {
  const bytes = Buffer.from(content);
  return { name, size: bytes.length, content: once(bytes) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** No entry that has to be held is as large: those of records have a megabyte, or one record. */
const mostBytes = 64 * 1024 * 1024;

/** The whole text of an entry. */
export async function textOf({ content, name, size }: Entry): Promise<string> {
  if (size > mostBytes) throw new BrokenBackup(`${name} has ${size} bytes, and no backup has so large a part.`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new BrokenBackup(`${name} is not in UTF-8.`, { cause });
  }
}
