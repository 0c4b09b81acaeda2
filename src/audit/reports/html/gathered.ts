import type { Audit, ReportedChange } from '../../judged/audit.ts';

/** What the first reading of the changes leaves: numbers, and the few that have a list of their own. */
export interface Gathered {
  readonly changes: number;
  readonly commits: number;
  /** By the branch that they landed on. */
  readonly commitsOf: ReadonlyMap<string, number>;
  /** Pull requests, each counted once. */
  readonly pulls: number;
  readonly excluded: readonly ReportedChange[];
  /** By the number of the pull request. */
  readonly emergencies: ReadonlyMap<number, ReportedChange>;
}

/** Changes that a list of exceptions shows. */
export const mostExceptions = 500;

/** Reads all changes once. Its memory does not grow with them, but for the numbers of their pull requests. */
export async function gather(audit: Audit): Promise<Gathered> {
  const asked = new Set(audit.totals.emergencies.slice(0, mostExceptions));
  const pulls = new Set<number>();
  const commitsOf = new Map<string, number>();
  const excluded: ReportedChange[] = [];
  const emergencies = new Map<number, ReportedChange>();
  let [all, commits] = [0, 0];
  for await (const change of audit.changes()) {
    const { pull, state } = change;
    all += 1;
    commits += change.commits;
    commitsOf.set(change.branch, (commitsOf.get(change.branch) ?? 0) + change.commits);
    if (state === 'excluded' && excluded.length < mostExceptions) excluded.push(change);
    if (pull === null) continue;
    pulls.add(pull.number);
    if (asked.has(pull.number) && !emergencies.has(pull.number)) emergencies.set(pull.number, change);
  }
  return { changes: all, commits, commitsOf, pulls: pulls.size, excluded, emergencies };
}
