import { endsName } from '../../xml/index.ts';

/** A name without its prefix, in lower case. */
export function localName(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf(':') + 1).toLowerCase();
}

/** The end in the view of the name that begins at `start`. */
export function nameEnd(view: Buffer, start: number): number {
  let end = start;
  while (end < view.length && endsName[view[end] ?? 0] === 0) end += 1;
  return end;
}
