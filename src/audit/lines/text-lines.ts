import { open } from 'node:fs/promises';

/** Most bytes of one line: a landing of 50,000 commits has about 30 MB. */
const longestLine = 256 * 1024 * 1024;

/** A line that is longer than any of ours. */
export class TooLong extends Error {
  /** 1-based. */
  readonly line: number;

  constructor(line: number) {
    super(`it is longer than ${longestLine / 1024 / 1024} MiB`);
    this.line = line;
  }
}

/**
 * The lines of a file, by line feeds alone: JSON texts may hold all other characters that end lines elsewhere. `whole` is false
 * for a last one without its line feed. All is read into the same room: memory of its own for each part is given back late.
 */
export async function* textLines(file: string): AsyncGenerator<{ readonly text: string; readonly whole: boolean }> {
  const handle = await open(file);
  try {
    const room = Buffer.allocUnsafeSlow(256 * 1024);
    let line = 1;
    let parts: Buffer[] = [];
    let length = 0;
    for (let { bytesRead } = await handle.read(room); bytesRead > 0; bytesRead = (await handle.read(room)).bytesRead) {
      const chunk = room.subarray(0, bytesRead);
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        yield { text: parts.length === 0 ? chunk.toString('utf8', from, at) : textOf(...parts, chunk.subarray(from, at)), whole: true };
        parts = [];
        length = 0;
        from = at + 1;
        line += 1;
      }
      // A copy: the next part goes to the same place.
      parts.push(Buffer.from(chunk.subarray(from)));
      length += chunk.length - from;
      if (length > longestLine) throw new TooLong(line);
    }
    if (length > 0) yield { text: textOf(...parts), whole: false };
  } finally {
    await handle.close();
  }
}

function textOf(...parts: readonly Buffer[]): string {
  return Buffer.concat(parts).toString('utf8');
}
