/** One call of the client: how it must end, and what it must show. Answers the text that it showed. */
export type Step = (args: readonly string[], exit: 0 | 1, shows: RegExp) => Promise<string>;

/** The files of the repository that a resource's steps run in. They get them next to the client. */
export interface Files {
  /** The SHA of the commit that is checked out. */
  readonly commit: string;
  /** The fingerprint of the file `app.bin`. */
  readonly fingerprint: string;
  /** A call of our own command line, on the same service and in the same place. */
  readonly ours: Step;
}

/**
 * The steps of one resource, in order. Each list stands on its own, except that it uses the flows and trails of those before it.
 */
export type Steps = (step: Step, files: Files) => Promise<void>;
