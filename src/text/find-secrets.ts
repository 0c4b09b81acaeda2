import { escapeSequences, wraps } from './neutralize.ts';

/** `end` is not part of it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** In characters: longer than any token. */
export const longestKey = 64 * 1024;

/**
 * Where secrets stand in a text, in order and without overlap: those that the caller knows, and the forms that can be told
 * from any other text: GitHub's tokens, whole and as words of their own, and complete private key blocks. Takes time in
 * proportion to the text, whatever it holds. Only those that begin at `from` or later count.
 */
function findSecrets(text: string, known: readonly string[] = [], from = 0): readonly Span[] {
  return joined([...findKnown(text, known, from), ...findTokens(text, from), ...findKeys(text, from)]);
}

function joined(spans: readonly Span[]): readonly Span[] {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

/** `***` is in the place of each span; spans that overlap become one, so that no rest of either stays. */
export function masked(text: string, spans: readonly Span[]): string {
  let clean = '';
  let from = 0;
  for (const { start, end } of joined(spans)) {
    clean += `${text.slice(from, start)}***`;
    from = end;
  }
  return clean + text.slice(from);
}

function findKnown(text: string, known: readonly string[], from: number): readonly Span[] {
  const spans: Span[] = [];
  for (const secret of known) {
    if (secret === '') continue;
    for (let start = text.indexOf(secret, from); start >= 0; start = text.indexOf(secret, start + secret.length)) {
      spans.push({ start, end: start + secret.length });
    }
  }
  return spans;
}

/*
 * docs.github.com, "GitHub's token formats": the letter after `gh` is the kind of token, and 36 letters or digits follow (76
 * in a refresh token). A token of an installation, and so of a job, may also be `ghs_`, the app's number and a JWT:
 * github.blog/changelog/2026-04-24-notice-about-upcoming-new-format-for-github-app-installation-tokens
 */
const head = /gh[oprsu]_|github_pat_/g;
const opaque = /(?:gh[oprsu]_[A-Za-z0-9]{36}|ghr_[A-Za-z0-9]{76}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})(?![A-Za-z0-9_])/y;
/** A JWT begins with `{"`, which is `eyJ` in base64; without it, only the length sets one apart from a name with dots. */
const jwtHeader = /ghs_(?:[A-Za-z0-9]{1,32}_)?eyJ/y;
const longestName = 120;
const longestPart = 4096;

function findTokens(text: string, from: number): readonly Span[] {
  const spans: Span[] = [];
  let parts: JwtParts | undefined;
  head.lastIndex = from;
  for (let found = head.exec(text); found !== null; found = head.exec(text)) {
    const start = found.index;
    if (!beginsWord(text, start)) continue;
    // However many heads a run of letters holds, where it ends is looked for once.
    if (found[0] === 'ghs_' && (parts === undefined || parts.header <= start)) parts = partsFrom(text, start);
    const end = (found[0] === 'ghs_' ? jwtEnd(text, start, parts) : undefined) ?? opaqueEnd(text, start);
    if (end === undefined) continue;
    spans.push({ start, end });
    head.lastIndex = end;
  }
  return spans;
}

interface JwtParts {
  readonly header: number;
  readonly payload: number;
  readonly signature: number;
}

function partsFrom(text: string, start: number): JwtParts {
  const header = partEnd(text, start);
  const payload = text[header] === '.' ? partEnd(text, header + 1) : header;
  return { header, payload, signature: text[payload] === '.' ? partEnd(text, payload + 1) : payload };
}

const notOfPart = /[^A-Za-z0-9_-]|$/g;

function partEnd(text: string, start: number): number {
  notOfPart.lastIndex = start;
  return notOfPart.exec(text)?.index ?? text.length;
}

function jwtEnd(text: string, start: number, parts: JwtParts | undefined): number | undefined {
  if (parts === undefined) return undefined;
  const { header, payload, signature } = parts;
  const lengths = [header - start, payload - header, signature - payload];
  if (lengths.some((length) => length < 6 || length > longestPart)) return undefined;
  jwtHeader.lastIndex = start;
  return jwtHeader.test(text) || signature - start > longestName ? signature : undefined;
}

function opaqueEnd(text: string, start: number): number | undefined {
  opaque.lastIndex = start;
  return opaque.test(text) ? opaque.lastIndex : undefined;
}

/** So much of the text before a word decides whether it begins there. */
export const contextSize = 16;

/**
 * Whether a word begins at `start`. The character before it may also be the end of an escape, which is a letter by itself: `\n`,
 * `\u003d`, `%3D`, or a colour whose escape character was taken out (`[31m`).
 */
export function beginsWord(text: string, start: number): boolean {
  if (start === 0 || !/\w/.test(text[start - 1] ?? '')) return true;
  return escape.test(text.slice(Math.max(0, start - contextSize), start));
}

const escape = /(?:\\[abfnrtv0]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}|\[[0-9;]{0,12}m)$/;

/** A space is one in a URL as well: `%20` or `+`. */
const keyBegin = /-----BEGIN(?: |%20|\+)[A-Z0-9 %+]{0,60}PRIVATE(?: |%20|\+)KEY(?:(?: |%20|\+)BLOCK)?-----/g;
const keyEnd = /-----END(?: |%20|\+)[A-Z0-9 %+]{0,60}PRIVATE(?: |%20|\+)KEY(?:(?: |%20|\+)BLOCK)?-----/g;

function findKeys(text: string, from: number): readonly Span[] {
  const spans: Span[] = [];
  keyBegin.lastIndex = from;
  keyEnd.lastIndex = 0;
  let end: RegExpExecArray | null = null;
  for (let begin = keyBegin.exec(text); begin !== null; begin = keyBegin.exec(text)) {
    // The next end is looked for once, however many blocks begin before it.
    if (end === null || end.index < keyBegin.lastIndex) {
      keyEnd.lastIndex = keyBegin.lastIndex;
      end = keyEnd.exec(text);
      if (end === null) break;
    }
    if (keyEnd.lastIndex - begin.index > longestKey) continue;
    spans.push({ start: begin.index, end: keyEnd.lastIndex });
    keyBegin.lastIndex = keyEnd.lastIndex;
  }
  return spans;
}

/** A key block that does not end in the text. */
export function openKey(text: string): number | undefined {
  keyBegin.lastIndex = 0;
  for (let begin = keyBegin.exec(text); begin !== null; begin = keyBegin.exec(text)) {
    keyEnd.lastIndex = keyBegin.lastIndex;
    if (keyEnd.exec(text) === null) return begin.index;
    keyBegin.lastIndex = keyEnd.lastIndex;
  }
  return undefined;
}

/* Colours and characters that show nothing: a secret that they stand in is whole again without them. White space parts words. */
const color = String.raw`\u001B\[[0-?]*[ -/]*[@-~]`;
const unseen = {
  text: String.raw`(?![\t\n\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]`,
  /** In a text whose characters are the bytes of UTF-8 only ASCII is told apart, and NUL parts words. */
  bytes: String.raw`[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F]`,
} as const;

/** The ways to read a text: without colours, or without any escape sequence, of which a reader may take more or less to be one. */
function readingsOf(what: string): { readonly plain: RegExp; readonly escaped: RegExp } {
  return { plain: new RegExp(`${color}|${what}`, 'gu'), escaped: new RegExp(`${escapeSequences.source}|${what}`, 'gu') };
}

const ways = { text: readingsOf(unseen.text), bytes: readingsOf(unseen.bytes) } as const;

/** Each run of base64 is in one line. */
export function unwrapped(text: string): string {
  return text.replace(wraps, '');
}

/** `indexOf` gives the place of a character in the whole text. */
export interface Visible {
  readonly text: string;
  indexOf(at: number): number;
}

/** Also where invisible characters part the secrets (`findSecrets`), or lines of base64 do. */
export function seeThrough(text: string, known: readonly string[], from = 0, kind: keyof typeof ways = 'text'): readonly Span[] {
  const { plain, escaped } = ways[kind];
  const spans = [...findSecrets(text, known, from)];
  for (const way of text.includes('\u001B') ? [plain, escaped, wraps] : [plain, wraps]) {
    const visible = readBy(way, text);
    if (visible.text.length === text.length) continue;
    const start = from === 0 ? 0 : readBy(way, text.slice(0, from)).text.length;
    spans.push(...findSecrets(visible.text, known, start).map((span) => spanIn(visible, span)));
  }
  return joined(spans);
}

export function spanIn(visible: Visible, { start, end }: Span): Span {
  return { start: visible.indexOf(start), end: visible.indexOf(end - 1) + 1 };
}

/** Without colours and without characters that show nothing. */
export function visibleOf(text: string): Visible {
  return readBy(ways.text.plain, text);
}

export function readBy(pattern: RegExp, text: string): Visible {
  let shown = '';
  /** In what is visible and in the text, by turns. */
  const pieces: number[] = [];
  let from = 0;
  pattern.lastIndex = 0;
  for (let hidden = pattern.exec(text); hidden !== null; hidden = pattern.exec(text)) {
    if (hidden.index > from) pieces.push(shown.length, from);
    shown += text.slice(from, hidden.index);
    from = pattern.lastIndex;
  }
  if (from === 0) return { text, indexOf: (at) => at };
  pieces.push(shown.length, from);
  shown += text.slice(from);
  return {
    text: shown,
    indexOf(at) {
      let low = 0;
      for (let high = pieces.length / 2; high - low > 1;) {
        const middle = (low + high) >> 1;
        if ((pieces[middle * 2] ?? 0) <= at) low = middle;
        else high = middle;
      }
      return (pieces[low * 2 + 1] ?? 0) + at - (pieces[low * 2] ?? 0);
    },
  };
}
