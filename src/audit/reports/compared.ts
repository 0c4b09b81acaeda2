import type { Audit } from '../judge/audit.ts';
import type { Gathered } from './gathered.ts';

/** A number of this audit next to the same number from somewhere else. */
export interface Compared {
  readonly what: string;
  /** Null where this audit counts nothing of that name. */
  readonly here: number | null;
  readonly by: string;
  /** Null where the other source did not say. */
  readonly there: number | null;
  /** The other number comes from this report's own rows, or from its collected file: it is no other source. */
  readonly own?: true;
  /** The two may differ though nothing is missing: they do not count the same to the letter. */
  readonly near?: boolean;
}

/** The counts of the audit, next to those of others. */
export function comparisons(audit: Audit, gathered: Gathered): readonly Compared[] {
  const { totals, world } = audit;
  return [
    { what: 'changes', here: totals.changes, by: 'the changes of this report, read one by one', there: gathered.changes, own: true },
    { what: 'changes', here: totals.changes, by: 'the sum of all states', there: sum(Object.values(totals.states)), own: true },
    { what: 'commits', here: totals.commits, by: 'the commits of each change, added up', there: gathered.commits, own: true },
    {
      what: 'landings',
      here: totals.landings,
      by: 'the last line of the collected file',
      there: world.end.counts['landing'] ?? null,
      own: true,
    },
    ...world.totals.map(({ count, name, source }) => ({
      what: name,
      here: ofBranch(name, audit, gathered) ?? null,
      by: source,
      there: count,
      near: name.startsWith(merged),
    })),
  ];
}

const merged = 'merged pull requests';

/** The count for the branch that a name ends with, as in `commits: main`. */
function ofBranch(name: string, { world }: Audit, { branches }: Gathered): number | undefined {
  const [, what = '', branch = ''] = /^(.*?): (.*)$/s.exec(name) ?? [];
  if (!world.header.branches.some((audited) => audited.name === branch)) return undefined;
  const { commits, pulls } = branches.get(branch) ?? { commits: 0, pulls: 0 };
  return what === 'commits' ? commits : what === merged ? pulls : undefined;
}

/** Counts that are there twice and differ. */
export function differing(all: readonly Compared[]): readonly Compared[] {
  return all.filter(({ here, there }) => here !== null && there !== null && here !== there);
}

export function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}
