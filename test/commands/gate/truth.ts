import type { RawOptions } from '../../../src/options/index.ts';
import { gateOn, type Says } from './stub.ts';

// Subject × answer × verdict, written by hand: what a service says, and what must come of it.

type Verdict = 'compliant' | 'non-compliant' | 'incomplete' | 'unknown';
export type Row = readonly [what: string, says: Says, verdict: Verdict];

const exits = { compliant: 0, 'non-compliant': 1, incomplete: 2, unknown: 3 } as const;

/** How a gate must end with a verdict: a no without a reason and a fix is a fault of its own. */
export function ending(verdict: Verdict): object {
  return { verdict, exitCode: exits[verdict], isExplained: verdict !== 'compliant', unfixable: [] };
}

/** How a gate ended. */
export async function judged(options: RawOptions, says: Says): Promise<object> {
  const { ending: verdict, exitCode, result } = await gateOn(options, says);
  const reasons = result.kind === 'judged' ? result.verdict.reasons : [];
  const unfixable = reasons.filter(({ fix, message }) => fix.trim().length < 3 || message.trim().length < 3);
  return { verdict, exitCode, isExplained: reasons.length > 0, unfixable };
}
