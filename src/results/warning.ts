/** Something odd that the reader noticed, and read on. Each code stands for one rule; `docs/junit.md` lists them with the fix. */
export interface ResultsWarning {
  readonly code: string;
  readonly message: string;
  /** Relative to the workspace with `/`, as in `FoundFile.name`; never a pattern. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in UTF-16 units. */
  readonly column?: number;
  readonly fix?: string;
  /** Number of the rule in `docs/junit.md`. */
  readonly rule?: number;
}
