import { stringAt } from '../text/index.ts';

/** A commit's SHA: 40 lower-case hex digits. All zeros is git's word for "no commit" (a deleted branch). */
export function shaAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = stringAt(value, ...path);
  return found !== undefined && isSha(found) ? found : undefined;
}

export function isSha(text: string): boolean {
  return /^[a-f0-9]{40}$/.test(text) && !/^0+$/.test(text);
}

/** One line of text; `undefined` for what is not text or has nothing to show. */
export function lineAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = stringAt(value, ...path);
  return found === undefined ? undefined : oneLineOf(found) || undefined;
}

/** Text of any number of lines, trimmed; the empty text stays, since a commit's message may be empty. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = stringAt(value, ...path);
  return found === undefined ? undefined : plain(found);
}

/** An ISO 8601 moment with its zone, as whole Unix seconds. */
export function momentAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = stringAt(value, ...path);
  if (found === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/.test(found)) return undefined;
  const milliseconds = Date.parse(found);
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
}

/** `Name <mail>`, the way git writes a person; `undefined` when both are unknown. */
export function personOf(name: string | undefined, mail: string | undefined): string | undefined {
  if (mail === undefined) return name;
  return name === undefined ? `<${mail}>` : `${name} <${mail}>`;
}

/** Trimmed, without NUL and the other control characters that no store takes; tabs and line breaks stay. */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '')
    .trim();
}

export function oneLineOf(text: string): string {
  return plain(text.replace(/[\t\n\r\v\f\u2028\u2029]+/g, ' '));
}
