import type { AuditNumbers, AuditOutcome, Badge } from '../../../presentation/index.ts';
import { grouped, oneLine } from '../../../text/index.ts';
import type { missingParts } from '../numbers.ts';

/**
 * The first page of an audit as a value: the question, the outcome and its reasons, and the answers. HTML, Markdown and
 * the terminal print it, and know nothing of audits. Texts are as they came: the printer escapes them.
 */
export interface FirstPage {
  readonly heading: string;
  readonly facts: Facts;
  readonly verdict: PageVerdict;
  readonly parts: readonly Part[];
  /** The zone of its moments; left out: UTC. */
  readonly timeZone?: string | undefined;
}

export interface PageVerdict extends AuditOutcome {
  /** Findings. Accepted ones are open too. */
  readonly counts: Pick<AuditNumbers, 'open' | 'accepted' | 'fresh' | 'fixed'>;
  readonly why: readonly Words[];
  readonly missing: ReturnType<typeof missingParts>;
}

export type Part =
  | { readonly kind: 'sentences'; readonly id: string; readonly sentences: readonly Words[] }
  | { readonly kind: 'list'; readonly id: string; readonly caption: Words; readonly items: readonly Words[] }
  | PageTable;

export interface PageTable {
  readonly kind: 'table';
  readonly id: string;
  readonly caption: Words;
  /** The first cell of a row is its heading. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Words[])[];
}

export type Facts = readonly (readonly [name: string, value: Words])[];

export type Words = readonly Piece[];

export type Piece =
  | string
  /** `name` is foreign text, and `code` is to be typed or searched for exactly. */
  | { readonly kind: 'strong' | 'name' | 'code'; readonly text: string }
  /** A place of the HTML report, as `#limits`, or a web address; where neither can be followed, its text. */
  | { readonly kind: 'link'; readonly text: string; readonly to: string }
  /** ISO 8601 in UTC. */
  | { readonly kind: 'moment'; readonly at: string }
  | { readonly kind: 'state'; readonly badge: Badge };

export function strong(text: string): Piece {
  return { kind: 'strong', text };
}

export function code(text: string): Piece {
  return { kind: 'code', text };
}

export function name(text: string | null | undefined, absent = 'not known'): Piece {
  return text === null || text === undefined ? absent : { kind: 'name', text };
}

export function link(to: string | null, text: string): Piece {
  return to === null ? text : { kind: 'link', to, text };
}

export function moment(at: string): Piece {
  return { kind: 'moment', at };
}

export function state(badge: Badge): Piece {
  return { kind: 'state', badge };
}

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

export function joinWords(items: readonly Words[], between = ', '): Words {
  return items.flatMap((item, index) => (index === 0 ? item : [between, ...item]));
}

export function firstOf(items: readonly Words[], most: number, all = items.length): readonly Words[] {
  const shown = items.slice(0, most);
  return all > shown.length ? [...shown, [`and ${grouped(all - shown.length)} more`]] : shown;
}
