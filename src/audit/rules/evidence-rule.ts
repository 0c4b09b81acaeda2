import type { AuditedChange } from '../judged/change.ts';
import type { World } from '../judged/world.ts';
import { decidingFlows, type Cause, type DecidingFlow } from './evidence-flows.ts';
import type { ChangeRule, Control, Found, Outcome } from './rule.ts';

/** What a rule about the evidence of a change goes by. */
export interface EvidenceOf {
  readonly change: AuditedChange;
  /** At least one. */
  readonly flows: readonly DecidingFlow[];
  readonly world: World;
}

type EvidenceRule = Omit<ChangeRule, 'about' | 'judge' | 'controls'> & {
  readonly controls?: readonly Control[];
  /** What its flows may come to for the rule to apply: everything if left out. */
  readonly among?: readonly Cause[];
  readonly judge: (evidence: EvidenceOf) => Outcome;
};

/** Causes with evidence that says yes, and those with any. */
export const withYes: readonly Cause[] = ['covered', 'head-only', 'after-merge'];
export const withTrail: readonly Cause[] = [...withYes, 'incomplete', 'unknown', 'non-compliant'];

/** A rule about the evidence of changes: none of a change that is left out, or that owes no flow. */
export function evidenceRule({ among, controls, judge, ...text }: EvidenceRule): ChangeRule {
  return {
    about: 'change',
    controls: controls ?? ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8'],
    ...text,
    judge(change, world) {
      const flows = change.excluded === undefined ? decidingFlows(change).filter(({ cause }) => among?.includes(cause) ?? true) : [];
      return flows.length === 0 ? { kind: 'not-applicable' } : judge({ change, flows, world });
    },
  };
}

/** What was found; where nothing was, the other outcome. */
export function foundOr(found: readonly Found[], otherwise: Outcome): Outcome {
  const [first, ...others] = found;
  return first === undefined ? otherwise : { kind: 'found', found: [first, ...others] };
}
