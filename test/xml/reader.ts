import type { Reader } from '../../src/xml/source.ts';

/** Reads bytes in memory as if they were a file. `most` is the number of bytes that come at a time. */
export function readerOfBytes(bytes: Uint8Array, most = bytes.length): Reader {
  let place = 0;
  return {
    size: bytes.length,
    read(into, at) {
      const piece = bytes.subarray(place, place + Math.min(most, into.length - at));
      into.set(piece, at);
      place += piece.length;
      return piece.length;
    },
  };
}
