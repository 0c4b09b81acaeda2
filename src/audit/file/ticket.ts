/** A place where a change can name a ticket. */
export const ticketPlaces = ['branch', 'title', 'body', 'commits', 'jira'] as const;
export type TicketPlace = (typeof ticketPlaces)[number];

/** Changes that need no ticket: those of which all that is written here is so. */
export interface TicketException {
  /** Accounts that alone wrote the change; empty: anybody. */
  readonly accounts: readonly number[];
  /** Globs of paths, of which it touches no other; empty: any. */
  readonly paths: readonly string[];
  /** Globs of branches on which it lands; empty: any. */
  readonly branches: readonly string[];
  /** Labels, of which its pull request had one when it was merged; empty: it needs none. */
  readonly labels: readonly string[];
  readonly reason: string;
}

/** The ticket that a change must name. That one is named does not prove that it exists. */
export interface TicketDemand {
  readonly patterns: readonly string[];
  readonly in: readonly TicketPlace[];
  /** A change that landed before needs none; ISO 8601 in UTC, null: each does. */
  readonly from: string | null;
  readonly except: readonly TicketException[];
}

/**
 * A small part of regular expressions, which JavaScript and people read in the same way: characters as they are, `\d`, sets in brackets,
 * and how often. Without groups and with a bound on each repetition, no text takes long.
 */
const form = /^(?:(?:[\w#/:@=&,~%! -]|\\[d.*+?^$()[\]{}|/\\]|\[[\w-]+\])(?:[+?]|\{\d{1,2}(?:,\d{1,2})?\})?)+$/;
const piece = /(\\.|\[[^\]]+\]|[^+?{])(\+|\?|\{[^}]+\})?/g;
/** Characters that `+` stands for at most, and parts of a pattern whose length is open. */
const [mostTimes, mostOpen] = [20, 2];
/** People do not write longer ones. */
const longest = 200;

/** The fault of a pattern, and what to write; undefined where there is none. */
export function ticketPatternFault(pattern: string): string | undefined {
  if (pattern.length > longest) return `has more than ${longest} characters: write a shorter pattern`;
  if (!form.test(pattern))
    return 'is no pattern of a ticket: write characters as they are, \\d for a digit, sets such as [A-Z], and how often, such as + or {2,5}; a \\ before . and other signs';
  const times = [...pattern.matchAll(piece)].map(([, , often = '']) => often);
  if (times.filter((often) => /^[+?]|,/.test(often)).length > mostOpen)
    return `has more than ${mostOpen} parts of which the length is open: write a number, as in \\d{4}, or several patterns`;
  if (times.some((often) => (often.match(/\d+/g) ?? []).some((number) => Number(number) > mostTimes)))
    return `repeats a part more than ${mostTimes} times: write a smaller number`;
  try {
    return finderOf(pattern).test('') ? 'matches nothing at all: write a part that must be there' : undefined;
  } catch {
    return 'has an order such as [z-a] or {3,1}: write the smaller one first';
  }
}

/** A ticket stands alone: `SHOP-1` is not in `SHOP-12` and not in `WORKSHOP-1`. */
function finderOf(pattern: string): RegExp {
  const bounded = pattern.replace(
    piece,
    (_, one: string, often: string | undefined) => one + (often === '+' ? `{1,${mostTimes}}` : (often ?? '')),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${bounded})(?![\\p{L}\\p{N}])`, 'gu');
}

/** GitHub takes no longer body. */
export const longestText = 65_536;

/** The tickets that a text names, each once. The number of its own pull request, as a merge writes it, is none. */
export function ticketsIn({ patterns }: Pick<TicketDemand, 'patterns'>, text: string, pull: number | undefined): readonly string[] {
  const own = pull === undefined ? [] : [`#${pull}`, `GH-${pull}`, `/pull/${pull}`];
  const found = patterns.flatMap((pattern) => [...text.slice(0, longestText).matchAll(finderOf(pattern))].map(([ticket]) => ticket));
  return [...new Set(found)].filter((ticket) => !own.some((end) => ticket.endsWith(end)));
}

/**
 * The ticket that a change needs; undefined where it needs none. Where the file of then asked for none, that of today asks, and
 * excuses nothing.
 */
export function ticketAsked(
  file: { readonly ticket: TicketDemand | null } | null,
  today: { readonly ticket: TicketDemand | null } | null,
  landedAt: string | null,
): TicketDemand | undefined {
  const asked = file?.ticket ?? today?.ticket ?? undefined;
  const isBefore = asked !== undefined && asked.from !== null && landedAt !== null && Date.parse(landedAt) < Date.parse(asked.from);
  return isBefore ? undefined : asked;
}
