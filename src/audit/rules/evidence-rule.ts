import { given } from '../../text/index.ts';
import type { AuditedChange } from '../judged/change.ts';
import type { Coverage } from '../judged/coverage.ts';
import type { World } from '../judged/world.ts';
import type { FlowState } from '../coverage/state.ts';
import { decidingFlows, type DecidingFlow } from './evidence-flows.ts';
import { foundOr, notApplicable, passed, type ChangeRule, type Control, type Found, type Outcome } from './rule.ts';

/** The facts that a rule about the evidence of a change goes by. */
interface EvidenceOf {
  readonly change: AuditedChange;
  /** At least one. */
  readonly flows: readonly DecidingFlow[];
  readonly world: World;
}

type EvidenceRule = Omit<ChangeRule, 'about' | 'judge' | 'controls' | 'needs'> & {
  readonly controls?: readonly Control[];
  /** The trails alone if left out. */
  readonly needs?: ChangeRule['needs'];
  /** The states of its flows that the rule applies to: every one if left out. */
  readonly among?: readonly FlowState[];
  readonly judge: (evidence: EvidenceOf) => Outcome;
};

/** States with evidence that says yes, and those with any. */
export const withYes: readonly FlowState[] = ['covered', 'tested-on-head-only', 'covered-later'];
export const withTrail: readonly FlowState[] = [...withYes, 'incomplete', 'unknown', 'non-compliant'];

/** A rule about the evidence of changes: none of a change that is left out, or that owes no flow. */
export function evidenceRule({ among, judge, ...text }: EvidenceRule): ChangeRule {
  return {
    about: 'change',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8'],
    needs: ['trails'],
    ...text,
    judge(change, world) {
      const flows = change.excluded === undefined ? decidingFlows(change).filter(({ state }) => among?.includes(state) ?? true) : [];
      return flows.length === 0 ? notApplicable : judge({ change, flows, world });
    },
  };
}

type StateRule = Omit<EvidenceRule, 'judge'> & {
  /** Each flow in this state is a fault. */
  readonly state: FlowState;
  readonly subject: (change: AuditedChange, coverage: Coverage, world: World) => Pick<Found, 'subject' | 'change' | 'detail'>;
  /** The rule's own severity if left out. */
  readonly severityOf?: (change: AuditedChange, coverage: Coverage) => Found['severity'];
  readonly message: (change: AuditedChange, coverage: Coverage) => string;
};

/** A rule that finds the flows in one state. */
export function stateRule({ message, severityOf, state, subject, ...text }: StateRule): ChangeRule {
  return evidenceRule({
    ...text,
    judge({ change, flows, world }) {
      const faulty = flows.filter((flow) => flow.state === state).map(({ coverage }) => coverage);
      const found = faulty.map((coverage): Found => ({
        ...subject(change, coverage, world),
        ...given({ severity: severityOf?.(change, coverage) }),
        message: message(change, coverage),
      }));
      return foundOr(found, passed);
    },
  });
}
