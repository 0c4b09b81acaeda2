import type { AuditFile } from '../file/audit-file.ts';
import type { AuditedChange } from '../judge/change.ts';
import type { Match } from './coverage.ts';

/** A change, as far as it tells which commits its evidence may be about. */
export type Matched = Pick<AuditedChange, 'fact' | 'pull' | 'tip' | 'landing'>;

/** Commits whose evidence speaks for a change equally well. */
export interface Level {
  readonly match: Exclude<Match, 'none'>;
  readonly shas: readonly string[];
}

/**
 * The commit that a change was made from: the head of its pull request. For a merge without a known pull request, it is the second of
 * its two parents, where this landing brought that: an older one was tested for another change.
 */
export function headOf({ landing, pull, tip }: Pick<Matched, 'landing' | 'pull' | 'tip'>): string | undefined {
  if (pull !== undefined) return pull.head;
  const [, second, ...more] = tip.parents;
  return more.length === 0 ? landing.commits.find(({ sha }) => sha === second)?.sha : undefined;
}

/**
 * Whether evidence of the head is enough for a flow, by an audit's file. Nobody tested what somebody wrote into a merge by hand.
 */
export function isHeadEnough(flow: string, { pull, tip }: Pick<Matched, 'pull' | 'tip'>, file: AuditFile | null): boolean {
  const isByHand = pull === undefined && tip.mergeAlone === false;
  return !isByHand && file?.flows.some(({ headIsEnough, name }) => name === flow && headIsEnough) === true;
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
