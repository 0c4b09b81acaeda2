import type { Audit, Week } from '../../judge/audit.ts';
import { sum } from './counts.ts';

const weekLong = 7 * 86_400_000;
/** Two years. */
const mostWeeks = 104;

/** Weeks one after the other, also those in which nothing landed: whether the control ran in each is what an auditor asks. */
export interface Weeks {
  readonly weeks: readonly Week[];
  /** Weeks before the first that is shown. */
  readonly left: number;
  /** Changes that are in no week, because nobody knows when they landed. */
  readonly without: number;
}

export function everyWeek({ totals, world: { header } }: Audit): Weeks {
  const known = new Map(totals.weeks.map((week) => [Date.parse(week.from), week]));
  const days = [...known.keys()].filter((day) => !Number.isNaN(day));
  const without = totals.changes - sum(totals.weeks.flatMap(({ states }) => Object.values(states)));
  if (days.length === 0) return { weeks: [], left: 0, without };
  const { since, until } = header.period;
  const period = [...(since === null ? [] : [mondayOf(Date.parse(since))]), mondayOf(Date.parse(until) - 1)].filter(
    (day) => !Number.isNaN(day),
  );
  const last = [...days, ...period].reduce((one, other) => Math.max(one, other));
  const first = [...days, ...period].reduce((one, other) => Math.min(one, other));
  const number = Math.round((last - first) / weekLong) + 1;
  const shown = Math.min(number, mostWeeks);
  const weeks = Array.from({ length: shown }, (_, index): Week => {
    const day = last - (shown - 1 - index) * weekLong;
    return known.get(day) ?? { from: new Date(day).toISOString().slice(0, 10), states: {} };
  });
  return { weeks, left: number - shown, without };
}

/** The Monday of the week that a moment is in, in UTC. */
function mondayOf(moment: number): number {
  const day = Math.floor(moment / 86_400_000);
  // The first day of all was a Thursday.
  return (day - ((day + 3) % 7)) * 86_400_000;
}
