import { expect } from 'vitest';
import { gateOn, type Says } from './stub.ts';

// Subject × answer × verdict, written by hand: what a service says, and what must come of it.

type Verdict = 'compliant' | 'non-compliant' | 'incomplete' | 'unknown';
export type Row = readonly [what: string, says: Says, verdict: Verdict];

const exits = { compliant: 0, 'non-compliant': 1, incomplete: 2, unknown: 3 } as const;

export async function check(options: Readonly<Record<string, string>>, says: Says, verdict: Verdict): Promise<void> {
  const { ending, exitCode, result } = await gateOn(options, says);
  expect([ending, exitCode]).toEqual([verdict, exits[verdict]]);
  if (verdict === 'compliant') return;
  // A no without a reason and a fix is a fault of its own.
  const reasons = result.kind === 'judged' ? result.verdict.reasons : [];
  expect(reasons.length).toBeGreaterThan(0);
  for (const { fix, message } of reasons) expect([message, fix]).toEqual([expect.stringMatching(/\S{3}/), expect.stringMatching(/\S{3}/)]);
}
