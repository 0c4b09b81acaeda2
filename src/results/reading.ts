/** How files of results are read. */
export interface ReadingOptions {
  /** `last`: a test case that follows a failed one of the same key in the same suite replaces it. Default `none`. */
  readonly mergeRetries?: 'none' | 'last';
  /** Unit of bare numbers in `time` attributes. Default `s`. */
  readonly timeUnit?: 's' | 'ms';
  /** One row for each outermost suite (default) or for each suite that has test cases of its own. */
  readonly granularity?: 'outermost' | 'leaf';
  /** Fewest tests that must have run; skipped ones do not count. Default 1. */
  readonly minTests?: number;
  /** With more rows than this, they are summed up by file. Default 10,000, the limit of the embedded service. */
  readonly maxRows?: number;
  /** Files last written before this moment (milliseconds since 1970) are refused. */
  readonly newerThan?: number;
  /** Whether files that git tracks with the content that they have are results. Without a word, git is not asked. */
  readonly trackedResults?: 'refuse' | 'allow';
  /** How the test step ended, as far as the caller says. It explains why no file is there. */
  readonly testOutcome?: string | undefined;
  /** Secrets to take out of names and messages, besides those that are known by their form. */
  readonly secrets?: readonly string[];
}

/** A file that a pattern found. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the workspace with `/`; absolute where a pattern led outside of it. */
  readonly name: string;
  /** The user named the file, or its directory, without glob characters. */
  readonly explicit: boolean;
  /** The pattern, as the user wrote it, that found the file first. */
  readonly pattern: string;
}

export interface FileOptions extends Pick<ReadingOptions, 'mergeRetries' | 'timeUnit' | 'granularity'> {
  /** With more rows than this, those of the file become one. */
  readonly mostRows: number;
  /** Most failing cases that are described. */
  readonly mostFailing: number;
}
