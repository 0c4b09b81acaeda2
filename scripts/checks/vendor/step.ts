/** One call of the client, with its exit code and a pattern of its output. Answers the output. */
export type Step = (args: readonly string[], exit: 0 | 1, shows: RegExp) => Promise<string>;

export interface Files {
  /** The SHA that is checked out. */
  readonly commit: string;
  /** The fingerprint of `app.bin`. */
  readonly fingerprint: string;
  /** On the same service and in the same place. */
  readonly ours: Step;
}

/** The steps of one resource, in order. They need no other list, but the flows and trails of those before them. */
export type Steps = (step: Step, files: Files) => Promise<void>;
