import { readMonths, readReportFiles, readRepository, readTimeZone, readWitness, refuseShared } from './audit-values.ts';
import { auditOptions, sharedReportOptions, type AuditOption } from './audit.ts';
import { allOrComplaints, refuseGiven } from './reader.ts';
import { connectionOptions, readConnection } from './service.ts';
import type { ReaderOf } from './spec.ts';
import { readMoment } from './values.ts';

type Reader = ReaderOf<typeof auditOptions>;

/** They go with `reperform`: who is asked, and the heads and the file of the auditor. */
const ofReperform: readonly string[] = [
  'reperform',
  ...connectionOptions.map(({ name }) => name),
  'github-token',
  'witness',
  'keep-collected',
] satisfies readonly AuditOption[];

export type ReperformSettings = ReturnType<typeof readReperform>;

/** The package says all the other settings. */
export function readReperform(read: Reader) {
  const { others: _others, ...settings } = allOrComplaints({
    kind: (): 'reperform' => 'reperform',
    package: () => read.required('reperform'),
    connection: () => readConnection(read),
    githubToken: () => read.text('github-token'),
    witness: () => readWitness(read),
    keepCollected: () => read.text('keep-collected'),
    others() {
      const what = 'does nothing with reperform: the package says what is asked, and no report is written';
      refuseGiven(read, namesBut(ofReperform), what, 'Leave it out');
    },
  });
  return settings;
}

function namesBut(own: readonly string[]): readonly AuditOption[] {
  return auditOptions.map(({ name }) => name).filter((name) => !own.includes(name));
}

/** The last ones often come from the environment, and a series does not use them. */
const ofSeries: readonly string[] = [
  'series',
  'since',
  'until',
  'time-zone',
  'repository',
  'witness',
  'fail-on-severity',
  ...sharedReportOptions.map(({ name }) => name),
  ...connectionOptions.map(({ name }) => name),
  'github-token',
] satisfies readonly AuditOption[];

export type SeriesSettings = ReturnType<typeof readSeries>;

export function readSeries(read: Reader) {
  const {
    ends,
    others: _others,
    ...settings
  } = allOrComplaints({
    series: () => read.lines('series'),
    ends: () => readEnds(read),
    repository: () => readRepository(read),
    witness: () => readWitness(read),
    failOn: () => read.choice('fail-on-severity'),
    reports: () => refuseShared(read, readReportFiles(read, sharedReportOptions)),
    others() {
      const what = 'does nothing with series, which reports about earlier audits';
      refuseGiven(read, namesBut(ofSeries), what, 'Leave it out, or leave series out');
    },
  });
  return { ...settings, ...ends };
}

function readEnds(read: Reader): { readonly since: string | undefined; readonly until: string | undefined } {
  const zone = readTimeZone(read);
  const months = readMonths(read, zone);
  if (months !== undefined) return { since: months.since.at, until: months.until.at };
  const ends = allOrComplaints({ since: () => readEnd(read, 'since', zone), until: () => readEnd(read, 'until', zone) });
  if (ends.since !== undefined && ends.until !== undefined && Date.parse(ends.since) >= Date.parse(ends.until))
    throw read.invalid('until', 'is not after `since`: the period is empty', 'Let `since` be the earlier one');
  return ends;
}

/** Weeks and holes are times, so their end cannot be a commit. */
function readEnd(read: Reader, name: 'since' | 'until', zone: string): string | undefined {
  const wrong = { what: 'is no date, which a series needs', fix: 'Write 2026-11-01, or 2026-11-01T09:00:00+01:00' };
  return readMoment(read, name, wrong, zone)?.toISOString();
}
