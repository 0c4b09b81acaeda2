import { Fault, type FaultOptions } from './fault.ts';

export type ContractCode = 'not-json' | 'wrong-shape';

export interface ContractErrorOptions extends FaultOptions {
  /** Where in the answer, as a JSON path such as `$.compliance_status.status`. */
  readonly path?: string;
  readonly expected?: string;
}

/** The answer is not in the contract: no decision can be read from it. */
export class ContractError extends Fault<ContractCode> {
  override readonly name = 'ContractError';
  readonly path: string;
  readonly expected: string | undefined;

  constructor(code: ContractCode, message: string, options: ContractErrorOptions = {}) {
    super(code, message, options);
    this.path = options.path ?? '$';
    this.expected = options.expected;
  }
}
