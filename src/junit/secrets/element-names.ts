import { endsName } from '../../xml/index.ts';

/** A name without its prefix, in small letters. There are few in a document. */
export function localName(qualified: string): string {
  const known = localNames.get(qualified);
  if (known !== undefined) return known;
  const name = qualified.slice(qualified.lastIndexOf(':') + 1).toLowerCase();
  if (localNames.size < 1000 && qualified.length < 100) localNames.set(qualified, name);
  return name;
}

const localNames = new Map<string, string>();

/** Where the name that begins at `start` ends in the view. */
export function nameEnd(view: Buffer, start: number): number {
  let end = start;
  while (end < view.length && endsName[view[end] ?? 0] === 0) end += 1;
  return end;
}
