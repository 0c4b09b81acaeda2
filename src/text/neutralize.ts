/** Whole escape sequences, with what they carry: CSI and OSC, then any other with its final byte. */
export const escapeSequences = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g;

/**
 * Characters that are taken out of foreign text: controls but tab and line feed, those that turn the direction of writing, and
 * those without width. The variants of characters stay (an emoji needs them), and so do the marks of Arabic and similar scripts,
 * which are of the class but are seen.
 */
export const unprintable =
  /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\t\n\p{Variation_Selector}\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]]/gv;

/** Characters that show nothing: controls of every kind, line breaks and tabs among them, marks of zero width, fillers. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}]/gu;

/** Those alone that end where they say: of any other, a reader may leave the final byte, and take the escape. */
const longSequences = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?)/g;

/** As JSON and programs write them, `\u001b[31m` or `\t`: visible, so a reader may leave them out. */
const written = /(?<!\\)\\+(?:u001[Bb]\[[0-?]*[ -/]*[@-~]|u[\dA-Fa-f]{4}|u\{[\dA-Fa-f]{1,6}\}|x[\dA-Fa-f]{2}|[abefnrtv0])/g;

/** Where base64 goes on in the next line, also as JSON writes it. Lines of base64 are long; most others end in a shorter word. */
export const wraps = /(?:\r?\n|(?:\\r)?\\n)(?<=[\w+/-]{16}(?:\r?\n|(?:\\r)?\\n))[ \t]*/g;

/**
 * The ways in which a program that shows a text may read it, each a list of what is taken out in turn: what is invisible, or whole
 * escape sequences and then the rest, or what is written out, or the ends of the lines of base64. In any of them a secret may
 * appear again whose characters stood apart.
 */
export const readings: readonly (readonly RegExp[])[] = [
  [invisible],
  [longSequences, invisible],
  [escapeSequences, invisible],
  [written, invisible],
  [wraps],
];

/** In a name: what shows nothing, or nothing but white space. A single space between two words is as it seems. */
const unseen = /[[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\uFFFC]--[ ]]| (?= |$)/gv;

/** A name with all that is not seen in it written out, such as `bo⟨U+200B⟩b`: two names that look alike are told apart. */
export function revealed(name: string): string {
  return name.toWellFormed().replace(unseen, (letter) => `⟨U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/**
 * Letters, numbers, signs and symbols that show something. Left out of them are fillers, joiners and variants, which show nothing
 * by themselves, and the blanks of Braille, of hieroglyphs and of music.
 */
const shown = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]]/v;

/** It is empty, or all white space, controls, marks without a letter, and invisible characters. */
export function isBlank(text: string): boolean {
  return !shown.test(text);
}

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

/** On one line: line breaks become a visible `⏎`, and at most `limit` characters stay. */
export function oneLine(text: string, limit = 500): string {
  return cut(neutralize(text).trim().replace(/\n+/g, ' ⏎ '), limit);
}

/** In UTF-16 units, never inside a surrogate pair; the cut is marked with `…`. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Foreign text on one line, without an address of e-mail: many people read it. */
export function withoutAddresses(text: string, limit = 300): string {
  // The line is made first: an invisible character must not keep an address from being one.
  return oneLine(oneLine(text, 4 * limit).replace(address, '(address)'), limit);
}

/**
 * Between angle brackets, as commits have it, or with a domain behind it: `action@v1.2` and `file@SHA` are not addresses. Also where the
 * `@` is its full-width form, or is encoded.
 */
const address =
  /<[^<>\s]{1,320}(?:[@＠﹫]|%40)[^<>\s]{1,253}>|(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,64}(?:[@＠﹫]|%40)(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,63}/giu;

/** Longer addresses are of no use, and one alone could fill a summary, a comment or an output. */
const longest = 2_048;

/** Only if a browser would follow it as one of the web (`http`, `https`): foreign links may be `javascript:`. */
export function webAddress(address: string | null | undefined): URL | undefined {
  const url = typeof address === 'string' && address.length <= longest ? URL.parse(address) : null;
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && url.href.length <= longest ? url : undefined;
}

/** As `URL` writes it: names of `localhost` (RFC 6761, 6.3) and its addresses. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127(?:\.\d{1,3}){3}$/.test(hostname) || hostname === '[::1]';
}

/** Without user, password, query and fragment; `''` where it is not a URL. */
export function plainUrl(url: string | URL): string {
  const parsed = URL.parse(String(url));
  if (parsed === null) return '';
  return `${parsed.origin === 'null' ? `${parsed.protocol}//${parsed.host}` : parsed.origin}${parsed.pathname}`;
}

/**
 * Foreign text as markdown that shows just that text: no markup, no HTML, no mention, no link, one line.
 * Written as HTML entities, which GitHub's markdown shows literally everywhere but inside code spans.
 */
export function markdown(text: string, limit = 300): string {
  return oneLine(text, limit)
    .replace(special, (character) => `&#${character.codePointAt(0)};`)
    .replace(filtered, '$&&#8203;');
}

// Everything that starts markup in GitHub's markdown, `@`, `:` and `.` in addresses, which it links by itself, and what
// begins a list at the start of a line.
const special = /[&<>"'`|*_~[\]()\\#@!{}$+=]|(?<=https?|ftp|mailto):|(?<=www)\.|^-|(?<=^\d+)\./gi;

// GitHub looks for mentions, mail addresses, references and names of pictures (`:tada:`, `:+1:`) in the finished page, where an entity is its character again:
// they are broken up by a zero-width space, which no other foreign text holds.
const filtered = /&#64;(?=[\w-])|&#35;(?=\d)|\bGH-(?=\d)|:(?=(?:(?:&#43;|[a-z-])[\w-]*|100|1234):)/gi;

/**
 * A link whose text and address are foreign; only http and https addresses become links, without user and password. A
 * backslash or a backtick in the address would end the link early, and what follows would be markup.
 */
export function markdownLink(text: string, url: string): string {
  const address = webAddress(url);
  if (address === undefined) return markdown(text);
  const { hash, origin, pathname, search } = address;
  return `[${markdown(text)}](<${origin}${`${pathname}${search}${hash}`.replace(/[^\w\-.~:/?#&=%+,;@]/g, percent)}>)`;
}

/** A character of ASCII as it stands in an address: `%2F`. */
export function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** In POSIX. */
export function inShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
