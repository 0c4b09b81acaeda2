import { byRank, isBad, stateIn, type FlowState } from '../coverage/state.ts';
import type { AuditedChange } from '../judge/change.ts';
import type { Coverage } from '../coverage/coverage.ts';

/** A flow that decides about a change, and what it comes to. */
export interface DecidingFlow {
  readonly coverage: Coverage;
  readonly state: FlowState;
}

/**
 * The flows that decide about a change: each that it owes, and no other. Without a mapping one trail is enough, so that the
 * best flow decides; but a no, and what nobody can read, is never outvoted. None where it owes none.
 */
export function decidingFlows({ coverage, file, owes }: AuditedChange): readonly DecidingFlow[] {
  const judged = (each: Coverage): DecidingFlow => ({ coverage: each, state: stateIn(each, headIsEnough(each.flow)) });
  const headIsEnough = (name: string): boolean => file?.flows.some((flow) => flow.name === name && flow.headIsEnough) === true;
  if (owes !== null) return owes.map((flow) => judged(coverage.find((each) => each.flow === flow) ?? uncovered(flow)));
  const all = (coverage.length === 0 ? [uncovered('')] : coverage).map(judged);
  const bad = all.filter(({ state }) => isBad(state));
  if (bad.length > 0) return bad;
  return all.toSorted((one, other) => byRank(one.state, other.state)).slice(0, 1);
}

/** A flow that is owed and that nothing is told of. */
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
