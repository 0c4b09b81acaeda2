/** What a custom type of evidence judges by. */
export interface Definition {
  /** A JSON Schema that the data must be valid under, as JSON text. */
  readonly schema: string | undefined;
  /** jq programs; each must yield nothing but `true`. */
  readonly rules: readonly string[];
}

/** What a custom type is held to when it is made: what it judges by, and what it shows. */
export interface Checked extends Definition {
  /** jq programs that nothing is judged by. */
  readonly expressions: readonly string[];
}

/** A sentence for each field that is wrong, by its path. */
export type Problems = Readonly<Record<string, string>>;

/** What became of the data: judged, or it says nothing that can be read. */
export type Verdict =
  | { readonly outcome: 'judged'; readonly compliant: boolean }
  | { readonly outcome: 'unreadable'; readonly problems: Problems };
