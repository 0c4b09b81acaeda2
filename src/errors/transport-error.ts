import { Fault, type FaultOptions } from './fault.ts';

export type TransportCode = 'unreachable' | 'timeout' | 'deadline' | 'interrupted' | 'cut-off' | 'tls' | 'body-too-large';

export interface TransportErrorOptions extends FaultOptions {
  readonly request: string;
  readonly attempts?: number;
}

/** Nobody answered, or the answer did not arrive whole. */
export class TransportError extends Fault<TransportCode> {
  override readonly name = 'TransportError';
  readonly request: string;
  readonly attempts: number;

  constructor(code: TransportCode, message: string, options: TransportErrorOptions) {
    super(code, message, options);
    this.request = options.request;
    this.attempts = options.attempts ?? 1;
  }
}
