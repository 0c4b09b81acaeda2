import { isDeepStrictEqual } from 'node:util';
import type { Result } from '../../../src/commands/index.ts';
import type { Verdict } from '../../../src/gate/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { askOn, gateOn, type Says } from './stub.ts';

// Subject × answer × verdict, written by hand: the answer of a service, and the verdict that must follow.

type Ending = 'compliant' | 'non-compliant' | 'incomplete' | 'unknown';
export type Row = readonly [what: string, says: Says, verdict: Ending];

const exits = { compliant: 0, 'non-compliant': 1, incomplete: 2, unknown: 3 } as const;

/** The end of a gate with a verdict. A no without a reason and a fix is a fault of its own. */
export function ending(verdict: Ending): object {
  const explained = { sameVerdict: true, exitCode: verdict === 'unknown' ? 3 : 0 };
  return { verdict, exitCode: exits[verdict], hasReasons: verdict !== 'compliant', unfixable: [], explained };
}

/** The end of a gate, and whether `explain` says the same about the answers to it. */
export async function judged(options: RawOptions, says: Says): Promise<object> {
  const { ending: verdict, exitCode, result } = await gateOn(options, says);
  const { exitCode: explainedWith, result: explanation } = await askOn('explain', options, says);
  const [told, explained] = [verdictOf(result), verdictOf(explanation)];
  const reasons = told?.reasons ?? [];
  const unfixable = reasons.filter(({ fix, message }) => fix.trim().length < 3 || message.trim().length < 3);
  const sameVerdict = isDeepStrictEqual(withoutRequests(told), withoutRequests(explained));
  return { verdict, exitCode, hasReasons: reasons.length > 0, unfixable, explained: { sameVerdict, exitCode: explainedWith } };
}

function verdictOf(result: Result): Verdict | undefined {
  return result.kind === 'judged' || result.kind === 'explained' ? result.verdict : undefined;
}

/** Each run has a server on a port of its own. */
function withoutRequests(verdict: Verdict | undefined): unknown {
  return JSON.parse(JSON.stringify(verdict ?? null).replaceAll(/127\.0\.0\.1:\d+/g, 'service'));
}
