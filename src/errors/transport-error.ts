import { Fault, type FaultOptions } from './fault.ts';

export type TransportCode = 'unreachable' | 'timeout' | 'deadline' | 'interrupted' | 'cut-off' | 'tls' | 'body-too-large';

export interface TransportErrorOptions extends FaultOptions {
  readonly request: string;
  readonly attempts?: number;
  /** Whether any try may have got through to the service; by default it may. */
  readonly mayHaveArrived?: boolean;
}

/** Nobody answered, or the answer did not arrive whole. */
export class TransportError extends Fault<TransportCode> {
  override readonly name = 'TransportError';
  readonly request: string;
  readonly attempts: number;
  /** `false` when no try can have got through: nobody listened, or the certificate was refused. Then nothing was recorded. */
  readonly mayHaveArrived: boolean;

  constructor(code: TransportCode, message: string, options: TransportErrorOptions) {
    super(code, message, options);
    this.request = options.request;
    this.attempts = options.attempts ?? 1;
    this.mayHaveArrived = options.mayHaveArrived ?? true;
  }
}
