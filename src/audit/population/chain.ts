import type { Landing } from '../facts/landing.ts';
import type { Header, Hole } from '../facts/line.ts';

type Step = Pick<Landing, 'id' | 'branch' | 'at' | 'before' | 'after'>;

const fix = 'Collect again. If it stays, GitHub does not tell all updates of this branch: audit it between two SHAs';

/** Where the updates of one branch, the newest first, do not join: one of them is missing. Undefined where they all do. */
export function brokenChain(steps: readonly Step[]): string | undefined {
  for (const [index, older] of steps.entries()) {
    const newer = steps[index - 1];
    const broken = newer === undefined ? undefined : brokenJoint(newer, older);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

/**
 * Checks landings as they come, the newest first, each against the next newer one of its branch, and the newest of an
 * audit up to now against the tip. The function gives a hole where a landing is missing.
 */
export function chainCheck({
  at,
  basis,
  branches,
  period,
}: Pick<Header, 'at' | 'basis' | 'branches'> & { readonly period: Pick<Header['period'], 'until'> }): (landing: Step) => Hole | undefined {
  const newest = new Map<string, Step>();
  const tips = new Map(branches.map(({ name, tip }) => [name, tip]));
  return (landing) => {
    const newer = newest.get(landing.branch);
    newest.set(landing.branch, landing);
    const tip = basis === 'github' && period.until === at ? tips.get(landing.branch) : undefined;
    const why = newer !== undefined ? brokenJoint(newer, landing) : tip === undefined ? undefined : brokenTip(landing, tip);
    return why === undefined ? undefined : brokenHole(landing.branch, why);
  };
}

export function brokenTip({ after, branch, id }: Step, tip: string): string | undefined {
  if (after === tip) return undefined;
  return `The newest update of ${branch} that is known, ${id}, left it at ${short(after)}, and it is at ${short(tip)}`;
}

export function brokenHole(branch: string, why: string): Hole {
  return { kind: 'hole', what: `updates of ${branch}`, why, fix };
}

function brokenJoint(newer: Step, older: Step): string | undefined {
  if (newer.id === older.id) return `Update ${newer.id} of ${newer.branch} is there twice`;
  if (newer.before === older.after) return undefined;
  return `Update ${newer.id} of ${newer.branch} began at ${short(newer.before)}, and the one before it, ${older.id}, left it at ${short(older.after)}: an update between them is missing`;
}

/**
 * Updates of one branch in their order, the newest first. Those of the same second are sorted so that they join.
 * @param tip where the branch is now; null where it is gone
 */
export function orderUpdates<Update extends Step & { readonly at: string }>(
  updates: readonly Update[],
  tip: string | null,
): readonly Update[] {
  const waiting = updates.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  const ordered: Update[] = [];
  let next = tip;
  while (waiting.length > 0) {
    const moment = Date.parse(waiting[0]?.at ?? '');
    const end = waiting.findIndex(({ at }) => Date.parse(at) !== moment);
    const joins = waiting.slice(0, end < 0 ? undefined : end).findIndex(({ after }) => after === next);
    for (const update of waiting.splice(Math.max(joins, 0), 1)) {
      ordered.push(update);
      next = update.before;
    }
  }
  return ordered;
}

/**
 * Where a branch was just before a moment, by its updates in order, the newest first; null where it was not there. An update
 * of that very moment counts with `inclusive`.
 *
 * @param tip where it is now
 */
export function tipAt(
  updates: readonly (Step & { readonly at: string })[],
  tip: string | null,
  moment: string,
  inclusive: boolean,
): string | null {
  const limit = Date.parse(moment);
  const index = updates.findIndex(({ at }) => (inclusive ? Date.parse(at) <= limit : Date.parse(at) < limit));
  if (index >= 0) return updates[index]?.after ?? null;
  const oldest = updates.at(-1);
  return oldest === undefined ? tip : oldest.before;
}

const short = (sha: string | null): string => (sha === null ? 'nothing' : sha.slice(0, 12));
