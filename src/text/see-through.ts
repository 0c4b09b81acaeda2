import { findSecrets, joined, type SecretPlace } from './find-secrets.ts';

/*
 * Colours, and characters that take no room: they may stand inside of a secret, and are taken out before it is shown. In a
 * text whose characters are the bytes of UTF-8, only ASCII is told apart, and NUL parts words.
 */
const unseen = {
  text: /\u001B\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g,
  bytes: /\u001B\[[0-?]*[ -/]*[@-~]|[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F]/g,
} as const;

/** What of a text can be seen, and where its characters stand in the text. */
export interface Seen {
  readonly text: string;
  placeOf(at: number): number;
}

/** Where secrets stand in a text (`findSecrets`), also where what nobody sees parts them. */
export function seeThrough(text: string, known: readonly string[], from = 0, kind: keyof typeof unseen = 'text'): readonly SecretPlace[] {
  const places = findSecrets(text, known, from);
  const seen = seenOf(text, kind);
  if (seen.text.length === text.length) return places;
  const start = from === 0 ? 0 : seenOf(text.slice(0, from), kind).text.length;
  return joined([...places, ...findSecrets(seen.text, known, start).map((place) => placeIn(seen, place))]);
}

/** A place of what is seen as a place of the text. */
export function placeIn(seen: Seen, { start, end }: SecretPlace): SecretPlace {
  return { start: seen.placeOf(start), end: seen.placeOf(end - 1) + 1 };
}

export function seenOf(text: string, kind: keyof typeof unseen = 'text'): Seen {
  const pattern = unseen[kind];
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
