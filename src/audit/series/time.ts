import { list, mondayOf } from '../../text/index.ts';
import type { Episode, SeriesAudit, SeriesFinding, SeriesWeek, Span } from './series.ts';
import { day } from './words.ts';

/** Milliseconds since 1970, half open. */
interface Interval {
  readonly from: number;
  readonly to: number;
}

interface Covering extends Interval {
  readonly audit: SeriesAudit;
}

/** An audit cannot have seen what came after it was made, whatever end it names. */
function intervalOf({ at, since, until }: SeriesAudit): Interval | undefined {
  if (since === null) return undefined;
  const [from, to] = [Date.parse(since), Math.min(Date.parse(until), Date.parse(at))];
  return from < to ? { from, to } : undefined;
}

/** The earliest first. An audit between two commits covers no time: its beginning is unknown. */
function coveringOf(audits: readonly SeriesAudit[]): readonly Covering[] {
  return audits
    .flatMap((audit): readonly Covering[] => {
      const interval = audit.complete ? intervalOf(audit) : undefined;
      return interval === undefined ? [] : [{ ...interval, audit }];
    })
    .toSorted((one, other) => one.from - other.from || one.to - other.to);
}

function looksAt(audit: SeriesAudit, { from, to }: Interval): boolean {
  const interval = intervalOf(audit);
  return interval !== undefined && interval.from < to && interval.to > from;
}

function uncovered({ from, to }: Interval, covering: readonly Interval[]): readonly Interval[] {
  const holes: Interval[] = [];
  let at = from;
  for (const each of covering) {
    if (each.from > at && at < to) holes.push({ from: at, to: Math.min(each.from, to) });
    at = Math.max(at, each.to);
  }
  return at < to ? [...holes, { from: at, to }] : holes;
}

/** As given, else from the beginning of the earliest audit to the end of the latest. */
export function periodOf(audits: readonly SeriesAudit[], given: Partial<Span>): Span | null {
  const begins = audits.flatMap(({ since }) => since ?? []).toSorted();
  const ends = audits.map(({ until }) => until).toSorted((one, other) => Date.parse(one) - Date.parse(other));
  const since = given.since ?? begins.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0];
  const until = given.until ?? ends.at(-1);
  if (since === undefined || until === undefined || Date.parse(since) >= Date.parse(until)) return null;
  return { since, until };
}

export function holesIn({ since, until }: Span, audits: readonly SeriesAudit[]): readonly Span[] {
  return uncovered({ from: Date.parse(since), to: Date.parse(until) }, coveringOf(audits)).map(({ from, to }) => ({
    since: new Date(from).toISOString(),
    until: new Date(to).toISOString(),
  }));
}

/** For each hole, the audits that looked at a part of it, and how to close it. */
export function holeFindings(holes: readonly Span[], audits: readonly SeriesAudit[]): readonly SeriesFinding[] {
  return holes.map((hole): SeriesFinding => {
    const [since, until] = [day(hole.since), day(hole.until)];
    const interval = { from: Date.parse(hole.since), to: Date.parse(hole.until) };
    const partly = audits.filter((audit) => looksAt(audit, interval)).map(({ file }) => file);
    const byCommits = audits.filter((audit) => audit.since === null).map(({ file }) => file);
    const why = [
      ...(partly.length === 0 ? [] : [`${list(partly)} looked at it, and ${partly.length === 1 ? 'is' : 'are'} not complete`]),
      ...(byCommits.length === 0 ? [] : [`of ${list(byCommits)} nobody knows at what time it began`]),
    ];
    return {
      rule: 'series-hole',
      severity: 'high',
      file: null,
      message: `No complete audit covers the time from ${since} to ${until}${why.length === 0 ? '' : `: ${why.join('; ')}`}`,
      fix: `Audit that time, after the newest audit (--previous), and add the package: --since ${hole.since} --until ${hole.until}`,
    };
  });
}

export function overlapFindings(audits: readonly SeriesAudit[]): readonly SeriesFinding[] {
  let last: Covering | undefined;
  return coveringOf(audits).flatMap((each): readonly SeriesFinding[] => {
    const before = last;
    if (before === undefined || each.to > before.to) last = each;
    if (before === undefined || each.from >= before.to) return [];
    const [since, until] = [each.from, Math.min(before.to, each.to)].map((at) => day(new Date(at).toISOString()));
    return [
      {
        rule: 'series-overlap',
        severity: 'low',
        file: each.audit.file,
        message: `${before.audit.file} and ${each.audit.file} both cover the time from ${since} to ${until}: its changes count in both`,
        fix: 'Nothing is lost. Let an audit begin where the last complete one ended: `since: last`',
      },
    ];
  });
}

const dayLong = 86_400_000;
const weekLong = 7 * dayLong;

/** Most weeks of a series: ten years. */
const mostWeeks = 522;

/** The Monday of the week that a period ends in: `2026-11-16`. */
export function weekOf(until: string): string {
  return new Date(mondayOf(Date.parse(until) - 1)).toISOString().slice(0, 10);
}

/**
 * Audits of which no two look at the same time, so that no change counts twice: of two the shorter one by whole days, else
 * the complete one, else the newest. One of an unknown time is none of them.
 */
export function apartIn(audits: readonly SeriesAudit[]): readonly SeriesAudit[] {
  const days = (audit: SeriesAudit): number => {
    const { from, to } = intervalOf(audit) ?? { from: 0, to: 0 };
    return Math.round((to - from) / dayLong);
  };
  const ordered = audits.toReversed().toSorted((one, other) => days(one) - days(other) || Number(other.complete) - Number(one.complete));
  const taken: SeriesAudit[] = [];
  for (const audit of ordered) {
    const interval = intervalOf(audit);
    if (interval !== undefined && !taken.some((one) => looksAt(one, interval))) taken.push(audit);
  }
  return audits.filter((audit) => taken.includes(audit));
}

/** `2026-W47`: the year is that of the week's Thursday. */
export function weekNumber(monday: number): string {
  const year = new Date(monday + 3 * dayLong).getUTCFullYear();
  const first = mondayOf(Date.UTC(year, 0, 4));
  return `${year}-W${String(Math.round((monday - first) / weekLong) + 1).padStart(2, '0')}`;
}

/**
 * Every week of the period, also those in which nothing ran. A finding belongs to the week of the audit that found it, or
 * found it fixed.
 */
export function weeksOf({ since, until }: Span, audits: readonly SeriesAudit[], episodes: readonly Episode[]): readonly SeriesWeek[] {
  const [begin, end] = [Date.parse(since), Date.parse(until)];
  const first = mondayOf(begin);
  const number = Math.min(mostWeeks, Math.round((mondayOf(end - 1) - first) / weekLong) + 1);
  const covering = coveringOf(audits);
  const weekOfFile = new Map(audits.map((audit) => [audit.file, mondayOf(Date.parse(audit.until) - 1)]));
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

export function middle(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other);
  if (sorted.length === 0) return null;
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return (low + high) / 2;
}
