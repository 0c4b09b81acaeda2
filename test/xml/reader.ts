import type { Reader } from '../../src/xml/source.ts';

/** Reads bytes in memory as if they were a file. */
export function readerOfBytes(bytes: Uint8Array): Reader {
  let place = 0;
  return {
    size: bytes.length,
    read(into, at) {
      const piece = bytes.subarray(place, place + into.length - at);
      into.set(piece, at);
      place += piece.length;
      return piece.length;
    },
  };
}
