import type { ControlTotal, Hole } from '../facts/line.ts';
import type { AuditTotals } from './audit.ts';
import type { AuditedChange } from './change.ts';
import { emergencyOf } from '../reviews/emergency.ts';
import { overridesOn } from './reported.ts';

/** Counts changes as they go by, in memory that grows with the weeks and not with the changes. */
export interface Counter {
  landing(commits: number): void;
  change(change: AuditedChange): void;
  totals(): AuditTotals;
}

export function openCounter(): Counter {
  const states = new Map<string, number>();
  const weeks = new Map<string, Map<string, number>>();
  const overrides = new Map<string, Set<string>>();
  const emergencies = new Set<number>();
  let [changes, landings, commits] = [0, 0, 0];
  return {
    landing(count) {
      landings += 1;
      commits += count;
    },
    change(change) {
      const { landing, pull, state } = change;
      changes += 1;
      count(states, state);
      if (landing.at !== null) {
        const from = mondayOf(landing.at);
        const week = weeks.get(from) ?? new Map<string, number>();
        weeks.set(from, week);
        count(week, state);
      }
      for (const { by, flow, id, trail } of overridesOn(change)) {
        const name = by ?? 'not known';
        overrides.set(name, (overrides.get(name) ?? new Set()).add(JSON.stringify([flow, trail, id])));
      }
      if (pull !== undefined && emergencyOf(change) !== undefined) emergencies.add(pull.number);
    },
    totals: () => ({
      changes,
      landings,
      commits,
      states: sorted(states),
      weeks: [...weeks].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([from, week]) => ({ from, states: sorted(week) })),
      overrides: [...overrides]
        .map(([by, ids]) => ({ by, count: ids.size }))
        .toSorted((one, other) => other.count - one.count || (one.by < other.by ? -1 : 1)),
      emergencies: [...emergencies].toSorted((one, other) => one - other),
    }),
  };
}

/** The Monday of the week that a moment is in, in UTC: `2026-11-16`. */
function mondayOf(moment: string): string {
  const day = new Date(moment);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

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
