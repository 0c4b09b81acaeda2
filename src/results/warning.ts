/**
 * What the reader noticed and went on from. Each code stands for one rule; `docs/junit.md` lists them with what to do.
 */
export type JunitWarningCode =
  | 'not-junit'
  | 'symlink-skipped'
  | 'useless-exclude'
  | 'attributes-disagree'
  | 'attributes-red'
  | 'attributes-only'
  | 'suite-level-failure'
  | 'status-only'
  | 'bad-count'
  | 'no-tests-in-file'
  | 'unnamed-suite'
  | 'name-cut'
  | 'bad-time'
  | 'bad-timestamp'
  | 'invalid-bytes'
  | 'wrong-encoding'
  | 'xml-version'
  | 'late-declaration'
  | 'text-outside-root'
  | 'several-documents'
  | 'doctype'
  | 'same-bytes'
  | 'old-file'
  | 'rows-merged'
  | 'retries-merged'
  | 'secret';

export interface JunitWarning {
  readonly code: JunitWarningCode;
  readonly message: string;
  /** Relative to the workspace with `/`, as in `DiscoveredFile.name`; never a pattern. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in UTF-16 units. */
  readonly column?: number;
  readonly fix?: string;
  /** Number of the rule in `docs/junit.md`. */
  readonly rule?: number;
}
