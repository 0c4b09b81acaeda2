import { grouped, oneLine } from '../../../text/index.ts';
import type { Words } from './page.ts';

/** Longest foreign text of the first page, in UTF-16 units. */
const longest = 200;

/** A question that an auditor brings, with a sentence and the place that proves it, of at most 75 words together. */
export interface Answer {
  readonly question: string;
  readonly answer: Words;
  readonly how: Words;
}

/** A foreign text on one line, cut to so many words: an answer has room for 75. */
export function brief(text: string, most: number): string {
  const words = oneLine(text, longest)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return '(nothing that can be seen)';
  return words.length <= most ? words.join(' ') : `${words.slice(0, most).join(' ')}…`;
}

/** Each behind the other, with a comma or another text between. */
export function joined(items: readonly Words[], between = ', '): Words {
  return items.flatMap((item, index) => (index === 0 ? item : [between, ...item]));
}

/** The first of some texts, and how many more there are. */
export function firstOf(items: readonly Words[], most: number, all = items.length): readonly Words[] {
  const shown = items.slice(0, most);
  return all > shown.length ? [...shown, [`and ${grouped(all - shown.length)} more`]] : shown;
}
