import type { Audit, ReportedChange } from '../../judge/audit.ts';

/** The result of the first reading of the changes: numbers, and the few that have a list of their own. */
export interface Gathered {
  readonly changes: number;
  readonly commits: number;
  /** Pull requests, each counted once. */
  readonly pulls: number;
  /** Commits by the name of the branch that they landed on; pull requests of the period by that of the one that they were merged into. */
  readonly branches: ReadonlyMap<string, { readonly commits: number; readonly pulls: number }>;
  readonly excluded: readonly ReportedChange[];
  /** By the number of the pull request. */
  readonly emergencies: ReadonlyMap<number, ReportedChange>;
}

export const mostExceptions = 500;

/** Reads all changes once. Its memory does not grow with them, but for the numbers of their pull requests. */
export async function gather(audit: Audit): Promise<Gathered> {
  const asked = new Set(audit.totals.emergencies.slice(0, mostExceptions));
  const pulls = new Set<number>();
  const branches = new Map<string, { commits: number; readonly pulls: Set<number> }>();
  const of = (branch: string): { commits: number; readonly pulls: Set<number> } => {
    const numbers = branches.get(branch) ?? { commits: 0, pulls: new Set() };
    branches.set(branch, numbers);
    return numbers;
  };
  const excluded: ReportedChange[] = [];
  const emergencies = new Map<number, ReportedChange>();
  let [all, commits] = [0, 0];
  for await (const change of audit.changes()) {
    const { branch, pull, state } = change;
    of(branch).commits += change.commits;
    all += 1;
    commits += change.commits;
    if (state === 'excluded' && excluded.length < mostExceptions) excluded.push(change);
    if (pull === null) continue;
    pulls.add(pull.number);
    if (pull.mergedAt === undefined || isWithin(pull.mergedAt, audit)) of(pull.base ?? branch).pulls.add(pull.number);
    if (asked.has(pull.number) && !emergencies.has(pull.number)) emergencies.set(pull.number, change);
  }
  const byBranch = [...branches].map(([name, numbers]) => [name, { commits: numbers.commits, pulls: numbers.pulls.size }] as const);
  return { changes: all, commits, pulls: pulls.size, branches: new Map(byBranch), excluded, emergencies };
}

function isWithin(at: string, { world }: Audit): boolean {
  const { since, until } = world.header.period;
  return Date.parse(at) < Date.parse(until) && (since === null || Date.parse(at) >= Date.parse(since));
}
