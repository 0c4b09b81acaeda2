import type { ChangeState } from '../judged/change.ts';
import type { Coverage } from '../judged/coverage.ts';

/** From the best to the worst, where a change owes each of its flows. */
const ranks = ['covered', 'tested-on-head-only', 'covered-later', 'incomplete', 'uncovered', 'unknown', 'non-compliant'] as const;

/** What tells the state of a change. */
export interface StateQuestion {
  /** Flows that it owes; null: one trail in any flow is enough. */
  readonly owes: readonly string[] | null;
  readonly headIsEnough: (flow: string) => boolean;
}

/**
 * A change in one word, by how it stood when it landed: the worst of the flows that it owes. Where one is
 * enough it is the best, unless one of them says no or is unknown.
 * What is left out by the audit's file is for the caller to say.
 */
export function stateOf(coverage: readonly Coverage[], { headIsEnough, owes }: StateQuestion): Exclude<ChangeState, 'excluded'> {
  if (owes?.length === 0) return 'outside-every-flow';
  const found = coverage.map((each) => ranks.indexOf(stateIn(each, headIsEnough(each.flow))));
  return ranks[owes === null ? anyOf(found) : Math.max(...found)] ?? 'unknown';
}

/** Without a mapping one flow is enough; but a no, and what nobody can read, is not outvoted by another flow. */
function anyOf(found: readonly number[]): number {
  const worst = Math.max(...found);
  return worst >= ranks.indexOf('unknown') ? worst : Math.min(...found);
}

function stateIn({ atMerge, match, now }: Coverage, headIsEnough: boolean): (typeof ranks)[number] {
  const isHeadOnly = match === 'head' && !headIsEnough;
  const yes = isHeadOnly ? 'tested-on-head-only' : 'covered';
  // Where nobody knows when it landed, only now is known.
  const state = atMerge === 'not-known' ? now : atMerge;
  switch (state) {
    case 'compliant':
      return yes;
    case 'non-compliant':
      return 'non-compliant';
    case 'incomplete':
    case 'none':
      if (now === 'compliant') return isHeadOnly ? yes : 'covered-later';
      return state === 'none' ? 'uncovered' : 'incomplete';
    case 'unknown':
    case 'not-known':
      return 'unknown';
  }
}
