import type { ChangeState } from '../judge/change.ts';
import type { Coverage } from './coverage.ts';

/** The state of a change in one flow: each of these is reported by one rule, and no two rules report the same. */
export type FlowState = Exclude<ChangeState, 'excluded' | 'outside-every-flow'>;

/** From the best to the worst, where a change owes each of its flows. */
const ranks: readonly FlowState[] = [
  'covered',
  'covered-now',
  'tested-on-head-only',
  'covered-later',
  'incomplete',
  'uncovered',
  'unknown',
  'non-compliant',
];

/** The facts that the state of a change goes by. */
export interface StateQuestion {
  /** Flows that it owes; null: one trail in any flow is enough. */
  readonly owes: readonly string[] | null;
  readonly headIsEnough: (flow: string) => boolean;
}

/**
 * A change in one word, by how it stood when it landed: the worst of the flows that it owes. Where one is
 * enough it is the best, unless one of them says no or is unknown.
 * The caller says what the audit's file leaves out.
 */
export function stateOf(coverage: readonly Coverage[], { headIsEnough, owes }: StateQuestion): Exclude<ChangeState, 'excluded'> {
  if (owes?.length === 0) return 'outside-every-flow';
  const states = coverage.map((each) => stateIn(each, headIsEnough(each.flow)));
  const [best = 'unknown', ...others] = states.toSorted(byRank);
  const worst = others.at(-1) ?? best;
  return owes === null && !isBad(worst) ? best : worst;
}

/** Orders states from the best. */
export function byRank(one: FlowState, other: FlowState): number {
  return ranks.indexOf(one) - ranks.indexOf(other);
}

/** A no, and what nobody can read: without a mapping one flow is enough, but no other flow outvotes these. */
export function isBad(state: FlowState): boolean {
  return state === 'non-compliant' || state === 'unknown';
}

/** The state of a change in one flow: by how it stood when that landed, and where nobody knows when that was, by how it stands now. */
export function stateIn({ atDeployment, atMerge, match, now }: Coverage, headIsEnough: boolean): FlowState {
  const isHeadOnly = match === 'head' && !headIsEnough;
  const isLater = now === 'compliant' && !isHeadOnly;
  // Whatever it was before and is now: it said no when it came to users.
  const saidNo = atDeployment === 'non-compliant';
  switch (atMerge === 'not-known' ? now : atMerge) {
    case 'compliant':
      if (saidNo) return 'non-compliant';
      if (isHeadOnly) return 'tested-on-head-only';
      return atMerge === 'not-known' ? 'covered-now' : 'covered';
    case 'non-compliant':
      return 'non-compliant';
    case 'incomplete':
      if (saidNo) return 'non-compliant';
      return isLater ? 'covered-later' : 'incomplete';
    case 'none':
      if (!isLater) return 'uncovered';
      return saidNo ? 'non-compliant' : 'covered-later';
    case 'unknown':
    case 'not-known':
      return saidNo ? 'non-compliant' : 'unknown';
  }
}
