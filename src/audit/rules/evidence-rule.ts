import type { AuditedChange } from '../judge/change.ts';
import type { World } from '../judge/world.ts';
import type { FlowState } from '../coverage/state.ts';
import { decidingFlows, type DecidingFlow } from './evidence-flows.ts';
import type { ChangeRule, Control, Found, Outcome } from './rule.ts';

/** The facts that a rule about the evidence of a change goes by. */
export interface EvidenceOf {
  readonly change: AuditedChange;
  /** At least one. */
  readonly flows: readonly DecidingFlow[];
  readonly world: World;
}

type EvidenceRule = Omit<ChangeRule, 'about' | 'judge' | 'controls'> & {
  readonly controls?: readonly Control[];
  /** The states of its flows that the rule applies to: every one if left out. */
  readonly among?: readonly FlowState[];
  readonly judge: (evidence: EvidenceOf) => Outcome;
};

/** States with evidence that says yes, and those with any. */
export const withYes: readonly FlowState[] = ['covered', 'tested-on-head-only', 'covered-later'];
export const withTrail: readonly FlowState[] = [...withYes, 'incomplete', 'unknown', 'non-compliant'];

/** A rule about the evidence of changes: none of a change that is left out, or that owes no flow. */
export function evidenceRule({ among, controls, judge, ...text }: EvidenceRule): ChangeRule {
  return {
    about: 'change',
    controls: controls ?? ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8'],
    ...text,
    judge(change, world) {
      const flows = change.excluded === undefined ? decidingFlows(change).filter(({ state }) => among?.includes(state) ?? true) : [];
      return flows.length === 0 ? { kind: 'not-applicable' } : judge({ change, flows, world });
    },
  };
}

/** The findings; where there are none, the other outcome. */
export function foundOr(found: readonly Found[], otherwise: Outcome): Outcome {
  const [first, ...others] = found;
  return first === undefined ? otherwise : { kind: 'found', found: [first, ...others] };
}
