import { allOrComplaints } from './all-or-complaints.ts';
import { auditOptions, type AuditOption } from './audit.ts';
import { connectionOptions } from './connection.ts';
import { momentIn } from './moment.ts';
import { readMonths, readTimeZone } from './read-audit-period.ts';
import { readAuditReports } from './read-audit-reports.ts';
import { readRepository } from './repository.ts';
import type { ReaderOf } from './reader.ts';
import { readWitness } from './witness.ts';

type Reader = ReaderOf<typeof auditOptions>;

/** The options that a series reads. */
const used: ReadonlySet<string> = new Set<AuditOption>([
  'series',
  'since',
  'until',
  'time-zone',
  'repository',
  'witness',
  'fail-on-severity',
  'html',
  'csv',
  'json-file',
  'markdown',
]);

/** Options about services to ask: they often come from the environment, and a series passes them over. */
const passedOver: ReadonlySet<string> = new Set<string>([...connectionOptions.map(({ name }) => name), 'github-token']);

export type SeriesSettings = ReturnType<typeof readSeries>;

/** The settings of a report about earlier audits. */
export function readSeries(read: Reader) {
  const others = auditOptions.filter(({ name }) => !used.has(name) && !passedOver.has(name));
  const { ends, repository, series, ...settings } = allOrComplaints({
    series: () => read.lines('series'),
    ends: () => readEnds(read),
    repository: () => readRepository(read),
    witness: () => readWitness(read),
    failOn: () => read.choice('fail-on-severity'),
    reports: () => readAuditReports(read),
    ...Object.fromEntries(others.map((option) => [option.name, (): void => refuse(read, option)])),
  });
  return { ...settings, ...ends, series, repository };
}

function readEnds(read: Reader): { readonly since: string | undefined; readonly until: string | undefined } {
  const zone = readTimeZone(read);
  const months = readMonths(read, zone);
  if (months !== undefined) return { since: months.since.at, until: months.until.at };
  const ends = allOrComplaints({ since: () => readMoment(read, 'since', zone), until: () => readMoment(read, 'until', zone) });
  if (ends.since !== undefined && ends.until !== undefined && Date.parse(ends.since) >= Date.parse(ends.until))
    throw read.invalid('until', 'is not after `since`: the period is empty', 'Let `since` be the earlier one');
  return ends;
}

/** Weeks and holes are times, so that a commit cannot be their end. */
function readMoment(read: Reader, name: 'since' | 'until', zone: string): string | undefined {
  const text = read.text(name);
  const date = text === undefined ? undefined : momentIn(text, zone);
  if (text === undefined || date !== undefined) return date?.toISOString();
  throw read.invalid(name, `is no date, which a series needs: ${JSON.stringify(text)}`, 'Write 2026-11-01, or 2026-11-01T09:00:00+01:00');
}

function refuse(read: Reader, option: (typeof auditOptions)[number]): void {
  const text = read.text(option.name);
  if (text === undefined || ('default' in option && text === option.default)) return;
  throw read.invalid(option.name, 'does nothing with series, which reports about earlier audits', 'Leave it out, or leave series out');
}
