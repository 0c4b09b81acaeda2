import { list } from '../../text/index.ts';
import type { SeriesAudit } from './series-audit.ts';
import type { SeriesFinding, Span } from './series.ts';
import { day } from './words.ts';

/** Milliseconds since 1970, half open. */
export interface Interval {
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

/** The times that complete audits cover, the earliest first. One between two commits covers no time: nobody knows when it began. */
export function coveringOf(audits: readonly SeriesAudit[]): readonly Covering[] {
  return audits
    .flatMap((audit): readonly Covering[] => {
      const interval = audit.complete ? intervalOf(audit) : undefined;
      return interval === undefined ? [] : [{ ...interval, audit }];
    })
    .toSorted((one, other) => one.from - other.from || one.to - other.to);
}

/** Whether an audit, complete or not, looked at any of a time. */
export function looksAt(audit: SeriesAudit, { from, to }: Interval): boolean {
  const interval = intervalOf(audit);
  return interval !== undefined && interval.from < to && interval.to > from;
}

/** The parts of a time that nothing covers. */
export function uncovered({ from, to }: Interval, covering: readonly Interval[]): readonly Interval[] {
  const holes: Interval[] = [];
  let at = from;
  for (const each of covering) {
    if (each.from > at && at < to) holes.push({ from: at, to: Math.min(each.from, to) });
    at = Math.max(at, each.to);
  }
  return at < to ? [...holes, { from: at, to }] : holes;
}

/** The period of a series: as given, else from the beginning of the earliest audit to the end of the latest. */
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

/** A finding for each hole: who looked at it and did not see all of it, and how to close it. */
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
      fix: `Audit that time, and add the package: --since ${hole.since} --until ${hole.until}`,
    };
  });
}

/** A finding for each complete audit that begins before another one ended. */
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
