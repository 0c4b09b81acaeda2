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

/** As `characterCut`, without parting a reference such as `&amp;` either. */
export function safeCut(bytes: Uint8Array, start: number, end: number): number {
  for (let back = 1; back <= 12 && end - back >= start; back += 1) {
    const byte = bytes[end - back];
    if (byte === 0x3b) break;
    if (byte === ampersand) return end - back;
  }
  return characterCut(bytes, start, end);
}

/** As it was meant, and as XML can carry it. */
export function plainText(raw: string): string {
  return printable(resolveReferences(raw));
}

/**
 * Resolves the five predefined entities and numeric references, any number of them (real reports hold thousands). No other
 * entity is expanded, whatever a DOCTYPE declares: `&name;` stays as it is written.
 */
export function resolveReferences(raw: string): string {
  return raw.includes('&') ? raw.replace(reference, resolve) : raw;
}

/** XML cannot carry control characters, lone surrogates, U+FFFE and U+FFFF; ANSI sequences go whole. */
export function printable(text: string): string {
  if (!unwanted.test(text)) return text;
  return text.replace(/\r\n?/g, '\n').replace(ansi, '').replace(unprintable, '').replace(loneSurrogate, '');
}

const reference = /&(?:#(\d{1,10})|#[xX]([0-9a-fA-F]{1,8})|(lt|gt|amp|quot|apos));/g;

function resolve(_whole: string, decimal: string | undefined, hexadecimal: string | undefined, name: string | undefined): string {
  if (name !== undefined) return predefined.get(name) ?? '';
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code > 0x10ffff || isSurrogate ? '' : String.fromCodePoint(code);
}

const predefined: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

const unwanted = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uD800-\uDFFF\uFFFE\uFFFF]/;
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]/g;
const loneSurrogate = /\p{Surrogate}/gu;
const ansi = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g;

export interface Encoding {
  /** A label for TextDecoder; `utf-8` needs none. */
  readonly label: string;
  /** The declaration names an encoding that the bytes cannot be in, or that we do not know. */
  readonly oddity?: string;
}

/**
 * The encoding of a document by its first bytes: byte order mark, then the pattern of the first character, then the
 * declaration. `undefined` for UTF-32, which no test framework writes.
 */
export function sniffEncoding(head: Buffer): Encoding | undefined {
  const [first, second, third, fourth] = head;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? undefined : { label: 'utf-16le' };
  if (first === 0xfe && second === 0xff) return { label: 'utf-16be' };
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return undefined;
  if (isMarkup(first) && second === 0) return third === 0 && fourth === 0 ? undefined : { label: 'utf-16le' };
  if (first === 0 && isMarkup(second)) return { label: 'utf-16be' };

  // Behind a byte order mark of UTF-8 it is not found, and not needed.
  const declared = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']\s*([^"'\s]+)\s*["']/.exec(head.toString('latin1', 0, 1024))?.[1];
  if (declared === undefined) return { label: 'utf-8' };
  let label: string;
  try {
    label = new TextDecoder(declared).encoding;
  } catch {
    return { label: 'utf-8', oddity: `it declares the encoding "${declared.slice(0, 60)}", which is not known; it was read as UTF-8` };
  }
  if (label.startsWith('utf-16')) {
    return { label: 'utf-8', oddity: `it declares ${label.toUpperCase()} but its characters are one byte long; it was read as UTF-8` };
  }
  // Tools that declare ASCII write UTF-8 where they meet more than ASCII.
  return { label: /ascii/i.test(declared) ? 'utf-8' : label };
}

function isMarkup(byte: number | undefined): boolean {
  return byte === 0x3c || byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

/** More bytes than any reference or character takes, and than a `<![CDATA[`. */
export const lookahead = 80;

/** `meant` is the `&` itself where it does not begin a reference. */
export function referenceAt(view: Buffer, at: number, end: number): readonly [meant: string, length: number] {
  const semicolon = view.subarray(at, Math.min(end, at + lookahead)).indexOf(0x3b);
  const written = view.toString('latin1', at, at + semicolon + 1).replace(/^&#(x?)0+(?=[0-9A-Fa-f])/i, '&#$1');
  // A `;` further on may end another reference, behind markup even.
  const meant = /^&#?\w+;$/.test(written) ? resolveReferences(written) : written;
  return meant === written ? ['&', 1] : [meant, semicolon + 1];
}

export function characterAt(view: Buffer, at: number, end: number): readonly [meant: string, length: number] {
  const byte = view[at] ?? 0;
  if (byte < 0xc2) return [String.fromCharCode(byte < 0x80 ? byte : 0xfffd), 1];
  const length = Math.min(byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2, end - at);
  const meant = view.toString('utf8', at, at + length);
  // Not UTF-8: each byte by itself.
  return meant.includes('\ufffd') ? ['\ufffd', 1] : [meant, length];
}

/** An escape character stays, because a colour may begin with it. */
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
