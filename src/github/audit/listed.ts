import { ResponseError } from '../../errors/index.ts';
import type { Listed } from '../../audit/index.ts';
import { NotWhole, TooMuch } from './session.ts';

export const cutFix = 'Run the audit again; if it says the same, look at githubstatus.com, or audit a shorter period.';

/** A list that is whole but for a reason. */
export function listOf<Item>(items: readonly Item[], why: string | undefined, fix = cutFix): Listed<Item> {
  return why === undefined ? { kind: 'whole', items } : { kind: 'cut', items, why, fix };
}

/**
 * A question that GitHub refuses is told as refused, with the permission that is missing; an answer that is not whole makes a list that is cut.
 * All else is for the caller: GitHub did not answer.
 */
export async function listed<Item>(work: () => Promise<Listed<Item>>): Promise<Listed<Item>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotWhole || error instanceof TooMuch) return { kind: 'cut', items: [], why: error.message, fix: cutFix };
    if (isRefusal(error)) return { kind: 'refused', why: error.message, fix: error.fix ?? cutFix };
    throw error;
  }
}

/** GitHub said no, and will again. A token that is not valid, or does not see the repository, is no permission that is missing: nothing could be asked. */
export function isRefusal(error: unknown): error is ResponseError {
  return error instanceof ResponseError && (error.code === 'forbidden' || error.code === 'not-found');
}
