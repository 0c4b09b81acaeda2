/** Bytes that XML gives a meaning. */
export const lessThan = 0x3c;
export const greaterThan = 0x3e;
export const slash = 0x2f;
export const bang = 0x21;
export const question = 0x3f;
export const equals = 0x3d;
export const ampersand = 0x26;
export const quotation = 0x22;
export const apostrophe = 0x27;

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** 1 for each byte that cannot be part of a name. */
export const endsName = new Uint8Array(256);
for (const byte of [0x09, 0x0a, 0x0d, 0x20, slash, greaterThan, equals, quotation, apostrophe, lessThan, ampersand]) endsName[byte] = 1;

/** 0 for each byte that is plain in an attribute's value: printable ASCII but quotation marks, `<` and `&`. */
export const isSpecial = new Uint8Array(256).fill(1);
for (let byte = 0x20; byte < 0x7f; byte += 1) {
  if (![quotation, apostrophe, lessThan, ampersand].includes(byte)) isSpecial[byte] = 0;
}

/** 1 for each byte that a name can begin with; what lies past ASCII is taken as it is. */
export const startsName = new Uint8Array(256);
for (let byte = 0; byte < 256; byte += 1) {
  const isLetter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  if (isLetter || byte === 0x5f || byte === 0x3a || byte >= 0x80) startsName[byte] = 1;
}

/** Where `bytes` can be cut at or before `end` without parting a UTF-8 character. */
export function characterCut(bytes: Uint8Array, start: number, end: number): number {
  for (let back = 1; back <= 3 && end - back >= start; back += 1) {
    const byte = bytes[end - back] ?? 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? end - back : end;
    if (byte < 0x80) break;
  }
  return end;
}

/** The same without parting a reference such as `&amp;` either. */
export function safeCut(bytes: Uint8Array, start: number, end: number): number {
  for (let back = 1; back <= 12 && end - back >= start; back += 1) {
    const byte = bytes[end - back];
    if (byte === 0x3b) break;
    if (byte === ampersand) return end - back;
  }
  return characterCut(bytes, start, end);
}
