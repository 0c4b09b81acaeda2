import type { Audit, ReportedChange } from '../../judged/audit.ts';

/** What the first reading of the changes leaves: numbers, and the few that have a list of their own. */
export interface Gathered {
  readonly changes: number;
  readonly commits: number;
  /** Pull requests, each counted once. */
  readonly pulls: number;
  /** By the name of the branch that they landed on. */
  readonly branches: ReadonlyMap<string, { readonly commits: number; readonly pulls: number }>;
  readonly excluded: readonly ReportedChange[];
  /** By the number of the pull request. */
  readonly emergencies: ReadonlyMap<number, ReportedChange>;
}

/** Changes that a list of exceptions shows. */
export const mostExceptions = 500;

/** Reads all changes once. Its memory does not grow with them, but for the numbers of their pull requests. */
export async function gather(audit: Audit): Promise<Gathered> {
  const asked = new Set(audit.totals.emergencies.slice(0, mostExceptions));
  const branches = new Map<string, { commits: number; readonly pulls: Set<number> }>();
  const excluded: ReportedChange[] = [];
  const emergencies = new Map<number, ReportedChange>();
  let [all, commits] = [0, 0];
  for await (const change of audit.changes()) {
    const { branch, pull, state } = change;
    const own = branches.get(branch) ?? { commits: 0, pulls: new Set() };
    branches.set(branch, own);
    own.commits += change.commits;
    all += 1;
    commits += change.commits;
    if (state === 'excluded' && excluded.length < mostExceptions) excluded.push(change);
    if (pull === null) continue;
    own.pulls.add(pull.number);
    if (asked.has(pull.number) && !emergencies.has(pull.number)) emergencies.set(pull.number, change);
  }
  const byBranch = [...branches].map(([name, own]) => [name, { commits: own.commits, pulls: own.pulls.size }] as const);
  // Of one branch no other set is made: there may be as many as changes.
  const [first = new Set<number>(), ...others] = [...branches.values()].map((own) => own.pulls);
  const pulls = others.reduce((union, some) => union.union(some), first).size;
  return { changes: all, commits, pulls, branches: new Map(byBranch), excluded, emergencies };
}
