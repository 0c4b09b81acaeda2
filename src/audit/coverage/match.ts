import type { AuditFile } from '../file/audit-file.ts';
import type { AuditedChange, ChangeState, Coverage, Match } from '../population/change.ts';

/** Each state is reported by one rule, and no two rules report the same. */
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

interface StateQuestion {
  /** Null: one trail in any flow is enough. */
  readonly owes: readonly string[] | null;
  readonly headIsEnough: (flow: string) => boolean;
}

/**
 * A change in one word, by how it stood when it landed: the worst of the flows that it owes. Where one is enough it is the
 * best, unless one of them says no or is unknown. The caller says what the audit's file leaves out.
 */
export function stateOf(coverage: readonly Coverage[], { headIsEnough, owes }: StateQuestion): Exclude<ChangeState, 'excluded'> {
  if (owes?.length === 0) return 'outside-every-flow';
  const states = coverage.map((each) => stateIn(each, headIsEnough(each.flow)));
  const [best = 'unknown', ...others] = states.toSorted(byRank);
  const worst = others.at(-1) ?? best;
  return owes === null && !isBad(worst) ? best : worst;
}

export function byRank(one: FlowState, other: FlowState): number {
  return ranks.indexOf(one) - ranks.indexOf(other);
}

/** A no, or an unreadable state: without a mapping one flow is enough, but no other flow outvotes these. */
export function isBad(state: FlowState): boolean {
  return state === 'non-compliant' || state === 'unknown';
}

/** The state when the change landed, and where that moment is unknown, today's. */
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

export type Matched = Pick<AuditedChange, 'fact' | 'pull' | 'tip' | 'landing'>;

/** Commits whose evidence speaks for a change equally well. */
export interface Level {
  readonly match: Exclude<Match, 'none'>;
  readonly shas: readonly string[];
}

/**
 * The commit that a change was made from: the head of its pull request. For a merge without a known pull request, the
 * second of its two parents, where this landing brought that: an older one was tested for another change.
 */
export function headOf({ landing, pull, tip }: Pick<Matched, 'landing' | 'pull' | 'tip'>): string | undefined {
  if (pull !== undefined) return pull.head;
  const [, second, ...more] = tip.parents;
  return more.length === 0 ? landing.commits.find(({ sha }) => sha === second)?.sha : undefined;
}

/**
 * Nobody tested what a person wrote into a merge by hand: then the head is never enough. GitHub's checks are of the head, and a
 * branch that is not strict lets them count: a finding about the branch says so, and none about each change.
 */
export function isHeadEnough(flow: string, { fact, pull, tip }: Pick<Matched, 'fact' | 'pull' | 'tip'>, file: AuditFile | null): boolean {
  if (pull === undefined && tip.mergeAlone === false) return false;
  return fact.checks !== undefined || file?.flows.some(({ headIsEnough, name }) => name === flow && headIsEnough) === true;
}

/**
 * The commits whose evidence may speak for a change, the strongest first: the commit itself; the head of its merge group;
 * the same tree, its head before commits that came earlier on the branch of its pull request; its head on a moved base. A tree
 * counts within one change alone: a revert has the tree of an old commit, and nobody tested that again.
 */
export function levelsOf({ fact, landing, pull, tip }: Matched): readonly Level[] {
  const group = landing.kind === 'merge-queue' && landing.after !== null && landing.after !== tip.sha ? [landing.after] : [];
  const levels: Level[] = [
    { match: 'sha', shas: [tip.sha] },
    { match: 'group', shas: group },
  ];
  const head = headOf({ landing, pull, tip });
  if (head !== undefined) {
    const onBranch = pull === undefined ? [] : [...pull.commits, ...(pull.oldHeads ?? [])];
    const trees = new Map([
      ...Object.entries(fact.trees),
      ...[...landing.commits, ...onBranch].map(({ sha, tree }) => [sha, tree] as const),
    ]);
    const isSame = (sha: string): boolean => sha !== tip.sha && trees.get(sha) === tip.tree;
    const earlier = onBranch.map(({ sha }) => sha).filter((sha) => sha !== head && isSame(sha));
    levels.push({ match: 'tree', shas: isSame(head) ? [head] : [] }, { match: 'tree', shas: earlier });
    levels.push({ match: 'head', shas: head === tip.sha ? [] : [head] });
  }
  return levels.filter(({ shas }) => shas.length > 0);
}
