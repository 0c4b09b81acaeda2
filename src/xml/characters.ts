import { ampersand, apostrophe, lessThan, quotation } from './bytes.ts';
import { resolveReferences } from './references.ts';

/** More bytes than any reference or character takes, and than a `<![CDATA[`. */
export const lookahead = 80;

/** The reference that begins at an `&`, and how many bytes it has: what it means, or the `&` itself where it is none. */
export function referenceAt(view: Buffer, at: number, end: number): readonly [meant: string, length: number] {
  const semicolon = view.subarray(at, Math.min(end, at + lookahead)).indexOf(0x3b);
  const written = view.toString('latin1', at, at + semicolon + 1).replace(/^&#(x?)0+(?=[0-9A-Fa-f])/i, '&#$1');
  // A `;` further on may end another reference, behind markup even.
  const meant = /^&#?\w+;$/.test(written) ? resolveReferences(written) : written;
  return meant === written ? ['&', 1] : [meant, semicolon + 1];
}

/** The character of UTF-8 at a place, and how many bytes it has. */
export function characterAt(view: Buffer, at: number, end: number): readonly [meant: string, length: number] {
  const byte = view[at] ?? 0;
  if (byte < 0xc2) return [String.fromCharCode(byte < 0x80 ? byte : 0xfffd), 1];
  const length = Math.min(byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2, end - at);
  const meant = view.toString('utf8', at, at + length);
  // Not UTF-8: each byte by itself.
  return meant.includes('\ufffd') ? ['\ufffd', 1] : [meant, length];
}

/** Whether a character shows nothing. An escape character stays, for the colour that it may begin. */
export function isInvisible(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x7f) return code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x1b;
  return invisible.test(character);
}

const invisible = /^[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** 1 for each byte that is a character by itself, or part of one, and neither markup nor perhaps invisible. */
export const isOrdinary = new Uint8Array(256).fill(1);
// Other control characters than NUL are known as such where they are searched.

for (const byte of [0x00, lessThan, ampersand, quotation, apostrophe]) isOrdinary[byte] = 0;
// The first byte of a character that may be invisible, in UTF-8.
for (const byte of [0xc2, 0xcd, 0xd8, 0xdb, 0xdc, 0xe0, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3]) isOrdinary[byte] = 0;
