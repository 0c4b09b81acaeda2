import { isNotThere } from '../../client/index.ts';
import { ContractError, EvidenceError, ResponseError, TransportError } from '../../errors/index.ts';
import type { FaultFacts } from '../../gate/index.ts';

/** The error can lead to a verdict. @throws any other error, and an interruption. */
export function faultFacts(error: unknown): FaultFacts {
  const known =
    error instanceof ResponseError || error instanceof ContractError || error instanceof EvidenceError || error instanceof TransportError;
  if (!known || error.code === 'interrupted') throw error;
  return { code: error.code, message: error.message, fix: error.fix };
}

export async function answerOrFault<Answer>(
  ask: () => Promise<Answer>,
): Promise<Answer | { readonly kind: 'failed'; readonly fault: FaultFacts }> {
  try {
    return await ask();
  } catch (error) {
    return { kind: 'failed', fault: faultFacts(error) };
  }
}

/** `undefined` where the service has none of that name, or does not know the operation. */
export function ifThere<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  return asked.catch((error: unknown) => {
    if (isNotThere(error)) return undefined;
    throw error;
  });
}
