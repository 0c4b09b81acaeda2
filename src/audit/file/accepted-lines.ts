import { readDocument, type Piece } from './document.ts';

/** Where an entry of `accepted` stands in the file: its first and its last line, from 1. */
export interface EntryLines {
  readonly key: string;
  readonly first: number;
  readonly last: number;
}

/** The lines of each entry of `accepted`, to ask git who brought it; empty for a file that cannot be read. */
export function acceptedLines(text: string): readonly EntryLines[] {
  const root = readDocument(text, () => {});
  if (root?.kind !== 'map') return [];
  const accepted = root.entries.find(({ name }) => name === 'accepted')?.piece;
  if (accepted?.kind !== 'list') return [];
  const lines = text.split('\n');
  const starts = [...accepted.items.map(({ line }) => line), ...root.entries.map(({ line }) => line)];
  return accepted.items.flatMap((item) => {
    const key = keyOf(item);
    const next = Math.min(lines.length + 1, ...starts.filter((line) => line > item.line));
    return key === undefined ? [] : [{ key, first: item.line, last: lastOf(lines, item.line, next - 1) }];
  });
}

function keyOf(item: Piece): string | undefined {
  const piece = item.kind === 'map' ? item.entries.find(({ name }) => name === 'key')?.piece : undefined;
  return piece?.kind === 'scalar' && typeof piece.value === 'string' ? piece.value : undefined;
}

/** Blank lines and comments at the end belong to what follows. */
function lastOf(lines: readonly string[], first: number, last: number): number {
  return last > first && /^\s*(?:#.*)?$/.test(lines[last - 1] ?? '') ? lastOf(lines, first, last - 1) : last;
}
