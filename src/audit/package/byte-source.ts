/** Bytes that come in pieces of any size, taken as they are needed. */
export interface ByteSource {
  /** The next bytes, exactly so many; `undefined` where fewer come. */
  exactly(count: number): Promise<Uint8Array | undefined>;
  /** The next bytes, at least one and at most so many; `undefined` at the end. The caller must not keep them. */
  upTo(count: number): Promise<Uint8Array | undefined>;
  hasMore(): Promise<boolean>;
}

export function openBytes(chunks: AsyncIterable<Uint8Array>): ByteSource {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();

  async function more(): Promise<boolean> {
    while (rest.length === 0) {
      const next = await iterator.next();
      if (next.done === true) return false;
      rest = next.value;
    }
    return true;
  }

  async function upTo(count: number): Promise<Uint8Array | undefined> {
    if (!(await more())) return undefined;
    const piece = rest.subarray(0, count);
    rest = rest.subarray(piece.length);
    return piece;
  }

  return {
    upTo,
    hasMore: more,
    async exactly(count) {
      const pieces: Uint8Array[] = [];
      for (let left = count; left > 0;) {
        const piece = await upTo(left);
        if (piece === undefined) return undefined;
        pieces.push(piece);
        left -= piece.length;
      }
      return concat(pieces);
    },
  };
}

export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
