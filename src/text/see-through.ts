import { findSecrets, joined, type SecretPlace } from './find-secrets.ts';
import { escapeSequences, wraps } from './invisible.ts';

/*
 * Colours, and characters that show nothing or that are taken out before a text is shown: they may stand inside of a secret,
 * which is whole again without them. White space parts words.
 */
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

/** The visible part of a text, and the places of its characters in the text. */
export interface Seen {
  readonly text: string;
  placeOf(at: number): number;
}

/** Where secrets stand in a text (`findSecrets`), also where what nobody sees parts them, or lines of base64 do. */
export function seeThrough(text: string, known: readonly string[], from = 0, kind: keyof typeof ways = 'text'): readonly SecretPlace[] {
  const { plain, escaped } = ways[kind];
  const places = [...findSecrets(text, known, from)];
  for (const way of text.includes('\u001B') ? [plain, escaped, wraps] : [plain, wraps]) {
    const seen = readBy(way, text);
    if (seen.text.length === text.length) continue;
    const start = from === 0 ? 0 : readBy(way, text.slice(0, from)).text.length;
    places.push(...findSecrets(seen.text, known, start).map((place) => placeIn(seen, place)));
  }
  return joined(places);
}

/** A place of what is seen as a place of the text. */
export function placeIn(seen: Seen, { start, end }: SecretPlace): SecretPlace {
  return { start: seen.placeOf(start), end: seen.placeOf(end - 1) + 1 };
}

/** The visible part of a text: without colours and without characters that show nothing. */
export function seenOf(text: string): Seen {
  return readBy(ways.text.plain, text);
}

function readBy(pattern: RegExp, text: string): Seen {
  let shown = '';
  /** Where the pieces begin, in what is seen and in the text, by turns. */
  const pieces: number[] = [];
  let from = 0;
  pattern.lastIndex = 0;
  for (let hidden = pattern.exec(text); hidden !== null; hidden = pattern.exec(text)) {
    if (hidden.index > from) pieces.push(shown.length, from);
    shown += text.slice(from, hidden.index);
    from = pattern.lastIndex;
  }
  if (from === 0) return { text, placeOf: (at) => at };
  pieces.push(shown.length, from);
  shown += text.slice(from);
  return {
    text: shown,
    placeOf(at) {
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
