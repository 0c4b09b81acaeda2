import { given } from '../../text/index.ts';
import { byRank, isBad, isHeadEnough, stateIn, type FlowState } from '../coverage/match.ts';
import type { AuditedChange, Coverage } from '../population/change.ts';
import type { World } from '../population/world.ts';
import { foundOr, notApplicable, notTested, passed, type ChangeRule, type Control, type Found, type Outcome } from './rule.ts';

interface EvidenceOf {
  readonly change: AuditedChange;
  /** At least one. */
  readonly flows: readonly DecidingFlow[];
  readonly world: World;
}

type EvidenceRule = Omit<ChangeRule, 'about' | 'judge' | 'controls' | 'needs'> & {
  readonly controls?: readonly Control[];
  /** Only the trails if left out. */
  readonly needs?: ChangeRule['needs'];
  /** The states of its flows that the rule applies to: every one if left out. */
  readonly among?: readonly FlowState[];
  /** It is about the records of a service: GitHub's checks have no such thing. */
  readonly ofRecords?: true;
  readonly judge: (evidence: EvidenceOf) => Outcome;
};

/** States with evidence that says yes, and those with any. */
export const withYes: readonly FlowState[] = ['covered', 'covered-now', 'tested-on-head-only', 'covered-later'];
export const withTrail: readonly FlowState[] = [...withYes, 'incomplete', 'unknown', 'non-compliant'];

/** Skips changes that are left out, or that owe no flow. */
export function evidenceRule({ among, judge, ofRecords, ...text }: EvidenceRule): ChangeRule {
  return {
    about: 'change',
    controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32', 'NIST SSDF PW.8'],
    needs: ['trails'],
    ...text,
    judge(change, world) {
      if (ofRecords === true && change.fact.checks !== undefined) return notApplicable;
      const flows = change.excluded === undefined ? decidingFlows(change).filter(({ state }) => among?.includes(state) ?? true) : [];
      return flows.length === 0 ? notApplicable : judge({ change, flows, world });
    },
  };
}

type StateRule = Omit<EvidenceRule, 'judge'> & {
  readonly state: FlowState;
  readonly subject: (change: AuditedChange, coverage: Coverage, world: World) => Pick<Found, 'subject' | 'change' | 'detail'>;
  /** The rule's own severity if left out. */
  readonly severityOf?: (change: AuditedChange, coverage: Coverage) => Found['severity'];
  readonly message: (change: AuditedChange, coverage: Coverage) => string;
};

/** Finds the flows in one state. It says nothing of evidence that could not be asked about. */
export function stateRule({ message, severityOf, state, subject, ...text }: StateRule): ChangeRule {
  return evidenceRule({
    ...text,
    judge({ change, flows, world }) {
      const untold = flows.find((flow) => flow.state === 'unknown' && flow.coverage.untold !== undefined)?.coverage.untold;
      const faulty = flows.filter((flow) => flow.state === state && flow.coverage.untold === undefined).map(({ coverage }) => coverage);
      const found = faulty.map((coverage): Found => ({
        ...subject(change, coverage, world),
        ...given({ severity: severityOf?.(change, coverage) }),
        message: message(change, coverage),
      }));
      return foundOr(found, untold === undefined ? passed : notTested(untold));
    },
  });
}

export interface DecidingFlow {
  readonly coverage: Coverage;
  readonly state: FlowState;
}

/**
 * The flows that decide about a change: each that it owes, and no other. Without a mapping one trail is enough, so that
 * the best flow decides; but a no, or an unreadable state, is never outvoted. None where it owes none.
 */
function decidingFlows(change: AuditedChange): readonly DecidingFlow[] {
  const { coverage, file, owes } = change;
  const withState = (each: Coverage): DecidingFlow => ({ coverage: each, state: stateIn(each, isHeadEnough(each.flow, change, file)) });
  if (owes !== null) return owes.map((flow) => withState(coverage.find((each) => each.flow === flow) ?? uncovered(flow)));
  const all = (coverage.length === 0 ? [uncovered('')] : coverage).map(withState);
  const bad = all.filter(({ state }) => isBad(state));
  if (bad.length > 0) return bad;
  return all.toSorted((one, other) => byRank(one.state, other.state)).slice(0, 1);
}

function uncovered(flow: string): Coverage {
  return {
    flow,
    match: 'none',
    trail: null,
    url: null,
    atMerge: 'none',
    atDeployment: null,
    now: 'none',
    nowByTodaysTemplate: 'none',
    lacks: [],
  };
}
