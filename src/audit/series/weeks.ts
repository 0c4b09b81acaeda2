import type { SeriesAudit } from './series-audit.ts';
import type { Episode, SeriesWeek, Span } from './series.ts';
import { coveringOf, looksAt, uncovered } from './time.ts';

const dayLong = 86_400_000;
const weekLong = 7 * dayLong;

/** Most weeks of a series: ten years. */
export const mostWeeks = 522;

/** The Monday of the week that a moment is in, in UTC. */
export function mondayOf(moment: number): number {
  const day = Math.floor(moment / dayLong);
  // The first day of all was a Thursday.
  return (day - ((day + 3) % 7)) * dayLong;
}

/** `2026-W47`: the year is that of the week's Thursday. */
export function weekNumber(monday: number): string {
  const year = new Date(monday + 3 * dayLong).getUTCFullYear();
  const first = mondayOf(Date.UTC(year, 0, 4));
  return `${year}-W${String(Math.round((monday - first) / weekLong) + 1).padStart(2, '0')}`;
}

/** The week that an audit is about: that of the last moment that it looked at. */
function weekOf({ until }: SeriesAudit): number {
  return mondayOf(Date.parse(until) - 1);
}

/**
 * Every week of the period, also those in which nothing ran. A finding belongs to the week that the audit is about which found
 * it, or found it fixed.
 */
export function weeksOf({ since, until }: Span, audits: readonly SeriesAudit[], episodes: readonly Episode[]): readonly SeriesWeek[] {
  const [begin, end] = [Date.parse(since), Date.parse(until)];
  const first = mondayOf(begin);
  const number = Math.min(mostWeeks, Math.round((mondayOf(end - 1) - first) / weekLong) + 1);
  const covering = coveringOf(audits);
  const weekOfFile = new Map(audits.map((audit) => [audit.file, weekOf(audit)]));
  const opened = Map.groupBy(
    episodes.filter(({ isBefore }) => !isBefore),
    ({ openedIn }) => weekOfFile.get(openedIn),
  );
  const closed = Map.groupBy(episodes, ({ closedIn }) => weekOfFile.get(closedIn ?? ''));
  const accepted = Map.groupBy(episodes, (one) => weekOfFile.get(one.accepted?.file ?? ''));
  return Array.from({ length: number }, (_, index): SeriesWeek => {
    const monday = first + index * weekLong;
    const time = { from: Math.max(monday, begin), to: Math.min(monday + weekLong, end) };
    const missing = uncovered(time, covering).reduce((sum, { from, to }) => sum + to - from, 0);
    const fixed = closed.get(monday) ?? [];
    const names = (accepted.get(monday) ?? []).flatMap((one) => one.accepted?.by ?? []);
    return {
      from: new Date(monday).toISOString().slice(0, 10),
      number: weekNumber(monday),
      ran: audits.filter((audit) => looksAt(audit, time)).length,
      complete: missing === 0 ? 'whole' : missing < time.to - time.from ? 'part' : 'none',
      opened: opened.get(monday)?.length ?? 0,
      closed: fixed.length,
      days: middle(fixed.flatMap(({ days }) => days ?? [])),
      by: [...new Set([...names, ...(fixed.length === 0 ? [] : ['not known'])])],
    };
  });
}

/** The median of some numbers. */
export function middle(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other);
  if (sorted.length === 0) return null;
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return (low + high) / 2;
}
