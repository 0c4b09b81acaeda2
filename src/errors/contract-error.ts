import { Fault, type FaultOptions } from './fault.ts';

/** `other-flow`: the answer names another flow than the one asked about, which may have been renamed. */
export type ContractCode = 'not-json' | 'wrong-shape' | 'other-flow';

/** The answer is not in the contract: no decision can be read from it. */
export class ContractError extends Fault<ContractCode> {
  override readonly name = 'ContractError';
  /** Where in the answer, as a JSON path such as `$.compliance_status.status`. */
  readonly path: string;
  readonly expected: string | undefined;

  constructor(code: ContractCode, message: string, options: FaultOptions & Partial<Pick<ContractError, 'path' | 'expected'>> = {}) {
    super(code, message, options);
    this.path = options.path ?? '$';
    this.expected = options.expected;
  }
}
