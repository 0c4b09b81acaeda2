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
 * The commits whose evidence may speak for a change, the strongest first: the commit itself; the head of its merge group;
 * the same tree, the pull request's head before commits that came earlier on its branch; its head on a moved base. A tree
 * counts within one pull request alone: a revert has the tree of an old commit, and nobody tested that again.
 */
export function levelsOf({ fact, landing, pull, tip }: Matched): readonly Level[] {
  const group = landing.kind === 'merge-queue' && landing.after !== null && landing.after !== tip.sha ? [landing.after] : [];
  const levels: Level[] = [
    { match: 'sha', shas: [tip.sha] },
    { match: 'group', shas: group },
  ];
  if (pull !== undefined) {
    const trees = new Map([
      ...Object.entries(fact.trees),
      ...[...landing.commits, ...pull.commits, ...(pull.oldHeads ?? [])].map(({ sha, tree }) => [sha, tree] as const),
    ]);
    const isSame = (sha: string): boolean => sha !== tip.sha && trees.get(sha) === tip.tree;
    const { commits, head, oldHeads = [] } = pull;
    const earlier = [...commits, ...oldHeads].map(({ sha }) => sha).filter((sha) => sha !== head && isSame(sha));
    levels.push({ match: 'tree', shas: isSame(head) ? [head] : [] }, { match: 'tree', shas: earlier });
    levels.push({ match: 'head', shas: head === tip.sha ? [] : [head] });
  }
  return levels.filter(({ shas }) => shas.length > 0);
}
