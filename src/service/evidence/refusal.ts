import { Fault, type FaultOptions } from '../../errors/index.ts';

export type RefusalCode =
  | 'unauthorized'
  /** The caller is known, and may not come in any more. */
  | 'ended'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'invalid-request'
  | 'key-reused'
  | 'rate-limited'
  | 'too-large'
  | 'wrong-media-type'
  | 'internal'
  | 'unavailable';

export interface RefusalOptions extends FaultOptions {
  /** A sentence for each wrong field. */
  readonly errors?: Readonly<Record<string, string>>;
  /** Seconds after which the same request may be sent again. */
  readonly retryAfter?: number;
}

/** The service says no to a request; `problems.ts` makes the answer from it. */
export class Refusal extends Fault<RefusalCode> {
  override readonly name = 'Refusal';
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: RefusalCode, message: string, options: RefusalOptions = {}) {
    super(code, message, options);
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
  }
}
