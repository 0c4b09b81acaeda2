import { readMonths, readReportFiles, readRepository, readTimeZone, readWitness, refuseShared } from './audit-values.ts';
import { auditOptions, sharedReportOptions, type AuditOption } from './audit.ts';
import { allOrComplaints } from './reader.ts';
import { connectionOptions, readConnection } from './service.ts';
import type { ReaderOf } from './spec.ts';
import { readMoment } from './values.ts';

/** They go with `reperform`: who is asked, and the heads and the file of the auditor. */
const own: ReadonlySet<AuditOption> = new Set([
  'reperform',
  'base-url',
  'api-token',
  'oidc-audience',
  'timeout',
  'allow-insecure-http',
  'org',
  'github-token',
  'witness',
  'keep-collected',
]);

export type ReperformSettings = ReturnType<typeof readReperform>;

/** The package says all the other settings. */
export function readReperform(read: ReaderOf<typeof auditOptions>) {
  const settings = allOrComplaints({
    kind: (): 'reperform' => 'reperform',
    package: () => read.required('reperform'),
    connection: () => readConnection(read),
    githubToken: () => read.text('github-token'),
    witness: () => readWitness(read),
    keepCollected: () => read.text('keep-collected'),
    others: () => refuseOthers(read),
  });
  const { others: _others, ...rest } = settings;
  return rest;
}

function refuseOthers(read: ReaderOf<typeof auditOptions>): void {
  const refuse = ({ name, ...option }: (typeof auditOptions)[number]): void => {
    const byDefault = 'default' in option ? option.default : undefined;
    if (!own.has(name) && read.text(name) !== byDefault)
      throw read.invalid(name, 'does nothing with reperform: the package says what is asked, and no report is written', 'Leave it out');
  };
  allOrComplaints(Object.fromEntries(auditOptions.map((option) => [option.name, (): void => refuse(option)])));
}

type Reader = ReaderOf<typeof auditOptions>;

const used: ReadonlySet<string> = new Set<AuditOption>([
  'series',
  'since',
  'until',
  'time-zone',
  'repository',
  'witness',
  'fail-on-severity',
  ...sharedReportOptions.map(({ name }) => name),
]);

/** They often come from the environment, and a series does not use them. */
const passedOver: ReadonlySet<string> = new Set<string>([...connectionOptions.map(({ name }) => name), 'github-token']);

export type SeriesSettings = ReturnType<typeof readSeries>;

export function readSeries(read: Reader) {
  const others = auditOptions.filter(({ name }) => !used.has(name) && !passedOver.has(name));
  const { ends, repository, series, ...settings } = allOrComplaints({
    series: () => read.lines('series'),
    ends: () => readEnds(read),
    repository: () => readRepository(read),
    witness: () => readWitness(read),
    failOn: () => read.choice('fail-on-severity'),
    reports: () => refuseShared(read, readReportFiles(read, sharedReportOptions)),
    ...Object.fromEntries(others.map((option) => [option.name, (): void => refuse(read, option)])),
  });
  return { ...settings, ...ends, series, repository };
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

function refuse(read: Reader, option: (typeof auditOptions)[number]): void {
  const text = read.text(option.name);
  if (text === undefined || ('default' in option && text === option.default)) return;
  throw read.invalid(option.name, 'does nothing with series, which reports about earlier audits', 'Leave it out, or leave series out');
}
