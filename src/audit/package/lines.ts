import { concat } from './byte-source.ts';
import { OddArchive } from './tar.ts';

/** Longest line in bytes. A record has 10 MiB at most, and its text is escaped once more. */
const longest = 32 * 1024 * 1024;

/** The lines of a text in UTF-8, each ended by a line feed, the last one too. Throws `OddArchive` where one is not text, or too long. */
export async function* linesOf(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let number = 0;
  for await (const chunk of content) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      number += 1;
      yield textIn(concat([...pieces, chunk.subarray(from, at)]), `Line ${number} of ${name}`);
      pieces = [];
      length = 0;
      from = at + 1;
    }
    const rest = chunk.slice(from);
    length += rest.length;
    if (length > longest) throw new OddArchive(`Line ${number + 1} of ${name} is longer than ${longest} bytes`);
    if (rest.length > 0) pieces.push(rest);
  }
  if (length > 0) throw new OddArchive(`The last line of ${name} is cut off`);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes in UTF-8, each sign of it. Throws `OddArchive` where they are none. */
export function textIn(bytes: Uint8Array, name: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new OddArchive(`${name} is not UTF-8`);
  }
}
