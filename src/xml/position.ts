import { type Reader, Source } from './source.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Lines and columns of offsets in a document. Counting lines while parsing would cost every file; only files that have
 * something to say are read again, up to the last offset.
 */
export function locate(reader: Reader, offsets: readonly number[], window: Buffer): ReadonlyMap<number, Position> {
  const wanted = [...new Set(offsets)].toSorted((one, other) => one - other);
  const places = new Map<number, Position>();
  const source = new Source(reader);
  let base = 0;
  let line = 1;
  let column = 1;
  for (let next = 0; next < wanted.length;) {
    const count = source.fill(window, 0);
    for (let at = 0; at < count && next < wanted.length; at += 1) {
      for (; wanted[next] === base + at; next += 1) places.set(base + at, { line, column });
      const byte = window[at] ?? 0;
      if (byte === 0x0a) {
        line += 1;
        column = 1;
      } else if ((byte & 0xc0) !== 0x80 && !(base + at === 0 && byte === 0xef)) {
        column += byte >= 0xf0 ? 2 : 1;
      }
    }
    base += count;
    if (count > 0) continue;
    for (; next < wanted.length; next += 1) places.set(wanted[next] ?? 0, { line, column });
  }
  return places;
}
