import type { ControlTotal, Hole } from '../facts/line.ts';

/**
 * Branches whose landings do not hold as many commits as git counted over the whole period at once: a landing is missing then,
 * or is there twice.
 *
 * @param commits of each branch, added up landing by landing
 */
export function unequalTotals(totals: readonly ControlTotal[], commits: ReadonlyMap<string, number>): readonly Hole[] {
  return totals.flatMap(({ count, name, source }): readonly Hole[] => {
    const branch = /^commits: (.+)$/su.exec(name)?.[1];
    const here = branch === undefined ? count : (commits.get(branch) ?? 0);
    if (here === count) return [];
    const why = `The landings hold ${here} commits, and ${source} counts ${count} over the whole period`;
    return [{ kind: 'hole', what: `commits of ${branch}`, why, fix: 'Collect again, in a full clone' }];
  });
}
