import { countDocument, type DocumentResult } from '../../src/junit/count/counter.ts';
import { Window } from '../../src/xml/window.ts';
import { readerOfBytes } from '../xml/reader.ts';

const window = new Window();
const options = { fileName: 'file.xml', source: 'file.xml', mostRows: 10_000, mostFailing: 20 };

/** Counts a document in memory. `piece` is the number of bytes that come at a time. */
export function countBytes(bytes: Uint8Array, piece = bytes.length, extra: object = {}): Promise<DocumentResult> {
  return countDocument(readerOfBytes(bytes, piece), { ...options, ...extra }, window);
}

/** Names and counts, to compare with the reference. */
export function rowsOf(result: DocumentResult): readonly object[] {
  if (result.kind !== 'counted') return [];
  return result.rows.map(({ name, tally: { total, failures, errors, skipped } }) => ({ name, total, failures, errors, skipped }));
}
