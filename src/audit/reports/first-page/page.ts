import type { missing } from '../incomplete.ts';
import type { AuditOutcome, Badge } from '../../../presentation/index.ts';

/**
 * The first page of an audit as a value: what was asked, how it ended and why, and the answers. HTML, Markdown and the terminal
 * print it, and know nothing of audits. Texts are as they came: who prints them makes them harmless.
 */
export interface FirstPage {
  readonly heading: string;
  /** The question, and who asked it. */
  readonly facts: Facts;
  readonly verdict: PageVerdict;
  readonly parts: readonly Part[];
  /** The zone of its moments; left out: UTC. */
  readonly timeZone?: string | undefined;
}

/** The whole audit in a word, and the sentences that say why. */
export interface PageVerdict extends AuditOutcome {
  readonly why: readonly Words[];
  /** All that makes it unknown. */
  readonly missing: ReturnType<typeof missing>;
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

/** Names, and what is known of each. */
export type Facts = readonly (readonly [name: string, value: Words])[];

/** Pieces of a text, one behind the other. */
export type Words = readonly Piece[];

export type Piece =
  | string
  /** `name` is foreign text, and `code` what is typed or looked for as it is. */
  | { readonly kind: 'strong' | 'name' | 'code'; readonly text: string }
  /** A place of the HTML report, as `#limits`, or an address of the web; where neither can be followed, its text. */
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

/** A foreign text that may be nothing. */
export function name(text: string | null | undefined, absent = 'not known'): Piece {
  return text === null || text === undefined ? absent : { kind: 'name', text };
}

/** Its text alone where there is no address. */
export function link(to: string | null, text: string): Piece {
  return to === null ? text : { kind: 'link', to, text };
}

export function moment(at: string): Piece {
  return { kind: 'moment', at };
}

export function state(badge: Badge): Piece {
  return { kind: 'state', badge };
}
