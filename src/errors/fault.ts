/** The fields that every error of ours has next to its message. */
export interface FaultOptions {
  /** The error that led to this one. */
  readonly cause?: unknown;
  /** How to fix it: one or two sentences, or the lines of YAML to add. */
  readonly fix?: string;
}

/**
 * The common shape of the five error classes, one class per party at fault.
 * `code` is a closed union per class, for programs; `message` says what happened, to what; `fix` how to fix it.
 */
export abstract class Fault<Code extends string> extends Error {
  readonly code: Code;
  readonly fix: string | undefined;

  constructor(code: Code, message: string, options: FaultOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.fix = options.fix;
  }
}
