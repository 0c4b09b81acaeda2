/**
 * - `altered`: it cannot be other than it was, unless somebody changed it or one of the two was not told the truth.
 * - `later`: something that came afterwards, or a fact that may change: both were right when they were read.
 * - `not-compared`: one of the two could not be read.
 */
export type Weight = 'altered' | 'later' | 'not-compared';

/** A fact of which the package says other than GitHub, git and the service do now. */
export interface Difference {
  readonly weight: Weight;
  readonly what: 'new' | 'gone' | 'changed';
  /** The kind of fact: `review`. */
  readonly about: string;
  /** Which one, from the outside in: `pull request 12, review 5`. */
  readonly subject: string;
  /** The field that differs; null where it is the whole fact. */
  readonly field: string | null;
  /** As JSON, cut where it is long; null where there is none. */
  readonly before: string | null;
  readonly after: string | null;
}

/** All that decides on the weight of a difference, next to the kind of the fact. */
export interface Context {
  /** When the facts of the package were read, ISO 8601 in UTC: what is dated later can be no part of them. */
  readonly readAt: string;
  /** The package says that something of its population is missing. */
  readonly hasHolesBefore: boolean;
  /** The new facts are not complete: one that is not among them need not be gone. */
  readonly hasHolesAfter: boolean;
  /** Kinds of facts that one of the two could not read. */
  readonly skipped: ReadonlySet<string>;
  /** Kinds of facts that hang on those: one that is missing on one side need not be new or gone. */
  readonly partial: ReadonlySet<string>;
}

const longest = 400;

/** A value as people read it in one line. */
export function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
