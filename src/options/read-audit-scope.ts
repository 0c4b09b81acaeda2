import { allOrComplaints } from './all-or-complaints.ts';
import type { AuditOption } from './audit.ts';
import { readNameIfGiven, readNames } from './names.ts';
import type { OptionReader } from './reader.ts';
import { readFingerprint } from './sha.ts';

/** The one thing that an audit is about. */
export type AuditScopeSettings =
  | { readonly kind: 'trail'; readonly flow: string; readonly trail: string }
  | { readonly kind: 'artifact'; readonly fingerprint: string };

/** A scope is in place of a period, and what it finds is compared with no other audit. */
const ofPeriods = ['since', 'until', 'previous'] as const satisfies readonly AuditOption[];

/** `undefined`: all that landed within the period. */
export function readAuditScope(
  read: OptionReader<'flow' | 'trail' | 'fingerprint' | 'plan' | (typeof ofPeriods)[number]>,
): AuditScopeSettings | undefined {
  const given = (['trail', 'fingerprint'] as const).filter((name) => read.text(name) !== undefined);
  const [option, other] = given;
  if (option === undefined) return undefined;
  if (other !== undefined) throw read.invalid(other, 'names one thing, and `trail` another', 'Leave one of the two out');
  const refuse = (name: (typeof ofPeriods)[number]): void => {
    if (read.text(name) !== undefined)
      throw read.invalid(name, `does nothing with ${option}: the audit is about what landed with it`, 'Leave one of the two out');
  };
  const { fingerprint, flows, trail } = allOrComplaints({
    trail: () => readNameIfGiven(read, 'trail', 'trailName'),
    fingerprint: () => (option === 'fingerprint' ? readFingerprint(read, 'fingerprint') : ''),
    flows: () => readNames(read, 'flow', 'flowName'),
    ...Object.fromEntries(ofPeriods.map((name) => [`of ${name}`, (): void => refuse(name)])),
    plan: () => {
      if (read.flag('plan'))
        throw read.invalid('plan', `does nothing with ${option}, which is asked about in a few requests`, 'Leave it out');
    },
  });
  if (trail === undefined) return { kind: 'artifact', fingerprint };
  const [flow] = flows;
  if (flow === undefined || flows.length > 1) throw read.invalid('flow', 'must name the one flow of the trail', 'Name it, and no other');
  return { kind: 'trail', flow, trail };
}
