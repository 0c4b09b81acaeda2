import type { Audit } from '../../judged/audit.ts';
import type { Gathered } from './gathered.ts';

/** A number of this audit next to the same number from somewhere else. */
export interface Compared {
  readonly what: string;
  /** Null where this audit counts nothing of that name. */
  readonly here: number | null;
  readonly by: string;
  /** Null where the other source did not say. */
  readonly there: number | null;
}

/** All that can be held against each other: what the audit counted, and what others did. */
export function comparisons({ totals, world }: Audit, gathered: Gathered): readonly Compared[] {
  const { deployments, releases, tags, artifacts, approvals, notifications, flows } = world;
  const own: Readonly<Record<string, number>> = {
    changes: totals.changes,
    landings: totals.landings,
    commits: totals.commits,
    'pull requests': gathered.pulls,
    'merged pull requests': gathered.pulls,
    deployments: deployments.length,
    releases: releases.length,
    tags: tags.length,
    artifacts: artifacts.length,
    approvals: approvals.length,
    notifications: notifications.length,
    flows: flows.size,
  };
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_\s]+/g, ' ');
  return [
    { what: 'changes', here: totals.changes, by: 'the changes of this report, read one by one', there: gathered.changes },
    { what: 'changes', here: totals.changes, by: 'the sum of all states', there: sum(Object.values(totals.states)) },
    { what: 'commits', here: totals.commits, by: 'the commits of each change, added up', there: gathered.commits },
    { what: 'landings', here: totals.landings, by: 'the last line of the collected file', there: world.end.counts['landing'] ?? null },
    ...world.totals.map(({ count, name, source }) => ({
      what: name,
      here: commitsOf(name, world, gathered) ?? (Object.hasOwn(own, plain(name)) ? (own[plain(name)] ?? null) : null),
      by: source,
      there: count,
    })),
  ];
}

/** `commits: main`: those that landed on that branch; undefined where the name is another, or the branch is not audited. */
function commitsOf(name: string, { header }: Audit['world'], gathered: Gathered): number | undefined {
  const branch = header.branches.find((one) => name === `commits: ${one.name}`)?.name;
  return branch === undefined ? undefined : (gathered.commitsOf.get(branch) ?? 0);
}

/** Counts that are there twice and differ. */
export function unequal(all: readonly Compared[]): readonly Compared[] {
  return all.filter(({ here, there }) => here !== null && there !== null && here !== there);
}

export function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}
