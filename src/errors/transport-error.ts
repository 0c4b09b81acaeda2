import { Fault, type FaultOptions } from './fault.ts';

export type TransportCode = 'unreachable' | 'timeout' | 'deadline' | 'interrupted' | 'cut-off' | 'tls' | 'body-too-large';

type TransportErrorOptions = FaultOptions & Pick<TransportError, 'request'> & Partial<Pick<TransportError, 'attempts' | 'mayHaveArrived'>>;

/** Nobody answered, or the answer did not arrive whole. */
export class TransportError extends Fault<TransportCode> {
  override readonly name = 'TransportError';
  readonly request: string;
  readonly attempts: number;
  /** `false` only when no try can have got through: nobody listened, or the certificate was refused. Then nothing was recorded. */
  readonly mayHaveArrived: boolean;

  constructor(code: TransportCode, message: string, options: TransportErrorOptions) {
    super(code, message, options);
    this.request = options.request;
    this.attempts = options.attempts ?? 1;
    this.mayHaveArrived = options.mayHaveArrived ?? true;
  }
}
