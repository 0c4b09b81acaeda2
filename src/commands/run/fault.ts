import { ContractError, EvidenceError, ResponseError, TransportError } from '../../errors/index.ts';
import type { FaultFacts } from '../../gate/index.ts';

/** The facts of an error that can lead to a verdict. Any other error, and an interruption, is thrown on. */
export function faultFacts(error: unknown): FaultFacts {
  const known =
    error instanceof ResponseError || error instanceof ContractError || error instanceof EvidenceError || error instanceof TransportError;
  if (!known || error.code === 'interrupted') throw error;
  return { code: error.code, message: error.message, fix: error.fix };
}
