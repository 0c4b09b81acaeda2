import type { Manifest } from '../package/manifest.ts';
import type { Findings } from './recomputed.ts';
import type { Spoken } from './shown-records.ts';
import type { Told } from './told.ts';

/** The clocks of several processes of one service may differ by so many milliseconds. */
const tolerance = 60_000;

const isAfter = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);

/**
 * Facts may be as they were when the audit began, and who makes a package anew says when that was. So nothing of it may be later: not the
 * end of its time, and no landing. The times of two commits are claims of those who committed.
 */
export function lateParts({ header, lastLanding }: Told): readonly string[] {
  const { asOf, at, period } = header;
  if (period.by !== 'landing') return [];
  const read = asOf?.readAt ?? at;
  return [
    ...(isAfter(period.until, read) ? [`The audited time ends at ${period.until}, and the facts are of ${read}: they cannot know it`] : []),
    ...(lastLanding !== null && isAfter(lastLanding, period.until)
      ? [`A landing is of ${lastLanding}, and the audited time ends at ${period.until}`]
      : []),
  ];
}

/** No record that is shown is later than the end of collecting by the clock of the service, or than the past moment of the facts. */
export function checkRecordsMoment(
  { log, version }: Manifest,
  { ended, header: { asOf, at } }: Told,
  { latest }: Spoken,
  { problems, unproven }: Findings,
): void {
  const last = latest * 1000;
  if (asOf !== undefined) {
    if (asOf.sequence !== log?.to.sequence || asOf.link !== log.to.link || asOf.at !== at)
      problems.push(`The facts are as of ${asOf.at}, record ${asOf.sequence}, and the records of the package end elsewhere`);
    if (last > Date.parse(asOf.at)) problems.push(`The facts are as of ${asOf.at}, and a record is later`);
    return;
  }
  if (ended === undefined) {
    if (version !== 1) problems.push('collected.ndjson does not say when collecting ended: every package of its version does');
    return;
  }
  if (ended.service === null)
    unproven.push('When collecting ended is not known by the clock of the service: its answers had no `Date`, which a proxy may take out');
  else if (last > Date.parse(ended.service) + tolerance)
    problems.push(`Collecting ended at ${ended.service} by the clock of the service, and a record is later: the facts cannot know it`);
}
