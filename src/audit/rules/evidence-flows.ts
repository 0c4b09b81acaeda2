import type { AuditedChange } from '../judged/change.ts';
import type { Coverage, CoverState } from '../judged/coverage.ts';

/** What a flow comes to for a change, by one cause: no two rules report the same one. */
export type Cause = 'covered' | 'head-only' | 'after-merge' | 'incomplete' | 'without-trail' | 'unknown' | 'non-compliant';

/** A flow that decides about a change. */
export interface DecidingFlow {
  readonly coverage: Coverage;
  readonly cause: Cause;
}

/** Of several flows of which one is enough: from the one that is. */
const best: readonly Cause[] = ['covered', 'head-only', 'after-merge', 'incomplete', 'without-trail'];

/**
 * The flows that decide about a change: each that it owes, and no other. Without a mapping one trail is enough, so that the
 * best flow decides; but a no, and what nobody can read, is never outvoted. None where it owes none.
 */
export function decidingFlows({ coverage, file, owes }: AuditedChange): readonly DecidingFlow[] {
  const judged = (each: Coverage): DecidingFlow => ({ coverage: each, cause: causeOf(each, headIsEnough(each.flow)) });
  const headIsEnough = (name: string): boolean => file?.flows.some((flow) => flow.name === name && flow.headIsEnough) === true;
  if (owes !== null) return owes.map((flow) => judged(coverage.find((each) => each.flow === flow) ?? uncovered(flow)));
  const all = (coverage.length === 0 ? [uncovered('')] : coverage).map(judged);
  const bad = all.filter(({ cause }) => cause === 'non-compliant' || cause === 'unknown');
  if (bad.length > 0) return bad;
  return all.toSorted((one, other) => best.indexOf(one.cause) - best.indexOf(other.cause)).slice(0, 1);
}

/** How a flow stood when the change landed; where nobody knows when that was: how it stands now. */
function stateThen({ atMerge, now }: Coverage): CoverState {
  return atMerge === 'not-known' ? now : atMerge;
}

/** Whether the change is covered now by more than a head that is not enough. */
function isCoveredNow({ match, now }: Coverage, headIsEnough: boolean): boolean {
  return now === 'compliant' && (match !== 'head' || headIsEnough);
}

function causeOf(coverage: Coverage, headIsEnough: boolean): Cause {
  switch (stateThen(coverage)) {
    case 'compliant':
      // What said yes at the merge may have said no before it was deployed.
      if (coverage.atDeployment === 'non-compliant') return 'non-compliant';
      return coverage.match === 'head' && !headIsEnough ? 'head-only' : 'covered';
    case 'non-compliant':
      return 'non-compliant';
    case 'incomplete':
      return isCoveredNow(coverage, headIsEnough) ? 'after-merge' : 'incomplete';
    case 'none':
      return isCoveredNow(coverage, headIsEnough) ? 'after-merge' : 'without-trail';
    case 'unknown':
    case 'not-known':
      return 'unknown';
  }
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
