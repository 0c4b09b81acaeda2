import { readDocument, type Piece } from './document.ts';
import type { Place } from './keys.ts';

/** Faults past these are counted: a person corrects a few at a time. */
const mostFaults = 20;

/** Reads a file of people; all that is wrong with it comes in one sentence, each part with its line and its fix. `path` names the file. */
export function readUsable<File>(
  text: string,
  path: string,
  read: (piece: Piece, place: Place) => File,
): { readonly file: File } | { readonly fault: string } {
  const faults = new Map<string, number>();
  const place: Place = { path: '', say: (line, sentence) => void faults.set(`line ${line}: ${sentence}`, line) };
  const piece = readDocument(text, place.say);
  // Where the YAML itself is wrong, what was understood of it says little.
  const file = piece === undefined || faults.size > 0 ? undefined : read(piece, place);
  if (file !== undefined && faults.size === 0) return { file };
  const sentences = [...faults].toSorted(([, one], [, other]) => one - other).map(([sentence]) => sentence);
  const more = sentences.length > mostFaults ? `; and ${sentences.length - mostFaults} more` : '';
  return { fault: `${path} cannot be used. ${sentences.slice(0, mostFaults).join('; ')}${more}` };
}
