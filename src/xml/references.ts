/** Text as it was meant, and as XML can carry it. */
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

/** Takes out what XML cannot carry: control characters, lone surrogates, U+FFFE and U+FFFF, and ANSI sequences whole. */
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
