import { findSecrets, joined, type Span } from './find-secrets.ts';
import { escapeSequences, wraps } from './invisible.ts';

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

/** The text with each run of base64 in one line. */
export function unwrapped(text: string): string {
  return text.replace(wraps, '');
}

/** The visible part of a text, and where in the text its characters stand. */
export interface Visible {
  readonly text: string;
  indexOf(at: number): number;
}

/** Where secrets stand in a text (`findSecrets`), also where what nobody sees parts them, or lines of base64 do. */
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

/** A span of what is visible as a span of the text. */
export function spanIn(visible: Visible, { start, end }: Span): Span {
  return { start: visible.indexOf(start), end: visible.indexOf(end - 1) + 1 };
}

/** The visible part of a text: without colours and without characters that show nothing. */
export function visibleOf(text: string): Visible {
  return readBy(ways.text.plain, text);
}

/** The text without what a pattern takes out. */
export function readBy(pattern: RegExp, text: string): Visible {
  let shown = '';
  /** Where the pieces begin, in what is visible and in the text, by turns. */
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
