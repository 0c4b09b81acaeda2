/** The schema and the rules that evidence of a custom type is evaluated by. */
export interface Definition {
  /** A JSON Schema that the data must be valid under, as JSON text. */
  readonly schema: string | undefined;
  /** jq programs; each must yield nothing but `true`. */
  readonly rules: readonly string[];
}

/** The parts of a custom type that are checked when it is made: what it evaluates by, and what it shows. */
export interface Checked extends Definition {
  /** jq programs that are shown only, and decide nothing. */
  readonly expressions: readonly string[];
}

/** A sentence for each field that is wrong, by its path. */
export type Problems = Readonly<Record<string, string>>;

/** The outcome for the data: whether it complies, or why that cannot be said. */
export type Evaluation =
  | { readonly outcome: 'evaluated'; readonly compliant: boolean }
  | { readonly outcome: 'unreadable'; readonly problems: Problems };
