import { escapeSequences, unprintable } from './invisible.ts';

/**
 * The core of the one safe printer: foreign text (test names, messages, answers of servers) made harmless for a
 * runner's log. The runner acts on `::command::` at the start of a line (after white space) and on `##[command]`
 * anywhere in it, on stdout and on stderr alike, so both tokens are broken up, and control characters, ANSI sequences
 * and what turns the direction of writing or takes up no room are taken out. Line breaks stay: each line is safe on its own.
 */
export function neutralize(text: string): string {
  return text
    .toWellFormed()
    .replace(escapeSequences, '')
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(unprintable, '')
    .replace(/##\[/g, '##\\[')
    .replace(/^([^\S\n]*)::/gm, '$1\\::');
}

/** The same on one line: line breaks become a visible `⏎`, and at most `limit` characters stay. */
export function oneLine(text: string, limit = 500): string {
  return cut(neutralize(text).trim().replace(/\n+/g, ' ⏎ '), limit);
}

/** Cuts to `limit` UTF-16 units, never inside a surrogate pair, and marks the cut with `…`. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Foreign text on one line and without an address of e-mail: what many people read names nobody by it. */
export function withoutAddresses(text: string, limit = 300): string {
  // The line is made first: a character that nobody sees must not keep an address from being one.
  return oneLine(oneLine(text, 4 * limit).replace(address, '(address)'), limit);
}

/**
 * Between angle brackets, as commits have it, or with a domain behind it: `action@v1.2` and `file@SHA` are none. Also where
 * the `@` is its full-width form, or is encoded.
 */
const address =
  /<[^<>\s]{1,320}(?:[@＠﹫]|%40)[^<>\s]{1,253}>|(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,64}(?:[@＠﹫]|%40)(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,63}/giu;
