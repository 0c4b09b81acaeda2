import { countDocument, type DocumentResult } from '../../src/junit/count/counter.ts';
import type { Reader } from '../../src/xml/source.ts';
import { Window } from '../../src/xml/window.ts';

const window = new Window();
const options = { fileName: 'file.xml', source: 'file.xml', mostRows: 10_000, mostFailing: 20 };

/** Counts a document in memory. `piece` is the number of bytes that come at a time. */
export function countBytes(bytes: Uint8Array, piece = bytes.length, extra: object = {}): Promise<DocumentResult> {
  return countDocument(inPieces(bytes, piece), { ...options, ...extra }, window);
}

function inPieces(bytes: Uint8Array, size: number): Reader {
  let place = 0;
  return {
    size: bytes.length,
    read(into, at) {
      const piece = bytes.subarray(place, place + Math.min(size, into.length - at));
      into.set(piece, at);
      place += piece.length;
      return piece.length;
    },
  };
}

/** Names and counts, to compare with the reference. */
export function rowsOf(result: DocumentResult): readonly object[] {
  if (result.kind !== 'counted') return [];
  return result.rows.map(({ name, tally: { total, failures, errors, skipped } }) => ({ name, total, failures, errors, skipped }));
}
