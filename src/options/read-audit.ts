import { allOrComplaints } from './all-or-complaints.ts';
import { auditOptions, type AuditOption } from './audit.ts';
import type { asOfOption } from './audit-as-of.ts';
import type { auditIssuesOptions } from './audit-issues.ts';
import type { AuditPeriod } from './audit-period.ts';
import { auditReportOptions } from './audit-reports.ts';
import { readConnection } from './connection.ts';
import { given } from '../text/index.ts';
import { momentIn } from './moment.ts';
import { readNames } from './names.ts';
import { readAuditPeriod } from './read-audit-period.ts';
import { readAuditPublish } from './read-audit-publish.ts';
import { readAuditScope } from './read-audit-scope.ts';
import { readAuditSample } from './read-audit-sample.ts';
import { readAuditReports } from './read-audit-reports.ts';
import { readPreviousRepository, readRepository } from './repository.ts';
import type { OptionReader, ReaderOf } from './reader.ts';
import { readWitness } from './witness.ts';

/** The options about services to ask: with facts that were collected before they would do nothing. */
const asking = [
  'since',
  'until',
  'time-zone',
  'flow',
  'trail',
  'fingerprint',
  'branch',
  'repository',
  'keep-collected',
  'witness',
] as const satisfies readonly AuditOption[];

export type AuditSettings = ReturnType<typeof readAudit>;

/** @param past reads `as-of`, which only the command line has */
export function readAudit(read: ReaderOf<typeof auditOptions>, past?: ReaderOf<readonly [typeof asOfOption]>) {
  const path = read.text('collected');
  return allOrComplaints({
    /** The source of the facts: a file of an earlier audit, or the services that know them. */
    from: (): FactSource => (path === undefined ? { kind: 'sources', ...readSources(read, past) } : readCollected(read, path, past)),
    previous: () => (path === undefined ? readAuditPeriod(read).previous : readPreviousFile(read)),
    /** A name that the repository had when the audit before was made. */
    previousRepository: () => readPreviousRepository(read),
    failOn: () => read.choice('fail-on-severity'),
    people: () => read.choice('people'),
    reports: () => readAuditReports(read),
    /** The file of the package; `undefined` where nobody asks for one. */
    package: () => readPackage(read),
    /** The file that the head of the log is written to, for somebody else to keep. */
    headFile: () => readWithPackage(read, 'head-file'),
    sample: () => readAuditSample(read),
    /** How it is handed in to the service; `undefined` where nobody asks for that. */
    publish: () => readAuditPublish(read, path === undefined),
  });
}

type FactSource = { readonly kind: 'collected'; readonly path: string } | ({ readonly kind: 'sources' } & AuditSources);

export type AuditSources = ReturnType<typeof readSources>;

function readSources(read: ReaderOf<typeof auditOptions>, past: ReaderOf<readonly [typeof asOfOption]> | undefined) {
  return allOrComplaints({
    connection: () => readConnection(read),
    githubToken: () => read.text('github-token'),
    repository: () => readRepository(read),
    flows: () => readNames(read, 'flow', 'flowName'),
    branches: () => readBranches(read),
    /** One trail or artifact, in place of the period. */
    scope: () => readAuditScope(read),
    period: (): Omit<AuditPeriod, 'previous'> => readAuditPeriod(read),
    /** The past moment that the facts of the service are of, ISO 8601 in UTC; `undefined`: they are of now. */
    asOf: () => readAsOf(read, past),
    keepCollected: () => readKept(read),
    /** Heads that somebody kept. */
    witness: () => (readWithPackage(read, 'witness') === undefined ? undefined : readWitness(read)),
    plan: () => read.flag('plan'),
    /** Every given option, without secrets, so that people can repeat the audit. */
    given: () => ({ ...givenTexts(read), ...given({ 'as-of': past?.text('as-of') }) }),
  });
}

/** The records of a package name people as the service does, so that reports without names would hide nothing. */
function readPackage(read: ReaderOf<typeof auditOptions>): string | undefined {
  const path = read.text('package');
  if (path === undefined || read.choice('people') === 'login') return path;
  throw read.invalid('package', 'holds records that name people, and people is pseudonym', 'Leave one of the two out');
}

function readAsOf(read: ReaderOf<typeof auditOptions>, past: ReaderOf<readonly [typeof asOfOption]> | undefined): string | undefined {
  const text = past?.text('as-of');
  if (past === undefined || text === undefined) return undefined;
  const { since, timeZone, until } = readAuditPeriod(read);
  const moment = momentIn(text, timeZone);
  if (moment === undefined)
    throw past.invalid('as-of', `is no moment: ${JSON.stringify(text)}`, 'Write 2026-07-01, or 2026-07-01T09:00:00+02:00');
  if (read.text('witness') !== undefined)
    throw past.invalid(
      'as-of',
      'cannot be held against witness: a head of a later record would seem to be nowhere',
      'Leave one of the two out',
    );
  for (const [name, point] of Object.entries({ since, until })) {
    if (typeof point === 'object' && point.kind === 'commit')
      throw past.invalid('as-of', `is a moment, and ${name} is a commit`, 'Name a date in all of them');
  }
  if (typeof until === 'object' && until.kind === 'moment' && Date.parse(until.at) > moment.getTime())
    throw past.invalid(
      'as-of',
      'is before the end of the audited time: what was recorded between the two would be left out',
      'Name an earlier time: without `until` it ends at that moment',
    );
  return moment.toISOString();
}

/** An option about the log, which only a package reads. */
function readWithPackage(read: ReaderOf<typeof auditOptions>, name: 'head-file' | 'witness'): string | undefined {
  const text = read.text(name);
  if (text === undefined || read.text('package') !== undefined) return text;
  throw read.invalid(name, 'does nothing without package, which reads the log', 'Give both, or leave it out');
}

function givenTexts(read: ReaderOf<typeof auditOptions>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    auditOptions.flatMap((option) => {
      const text = 'secret' in option ? undefined : read.text(option.name);
      return text === undefined ? [] : [[option.name, text]];
    }),
  );
}

function readCollected(
  read: ReaderOf<typeof auditOptions>,
  path: string,
  past: ReaderOf<readonly [typeof asOfOption]> | undefined,
): FactSource {
  allOrComplaints({
    ...Object.fromEntries(asking.map((name) => [name, (): void => refuseWithFile(read, name, read.text(name) !== undefined)])),
    plan: () => refuseWithFile(read, 'plan', read.flag('plan')),
    'as-of': () => refusePast(past),
  });
  return { kind: 'collected', path };
}

function refusePast(past: ReaderOf<readonly [typeof asOfOption]> | undefined): void {
  if (past?.text('as-of') !== undefined)
    throw past.invalid('as-of', 'does nothing with collected: nobody is asked', 'Leave it out, or leave collected out to ask again');
}

function refuseWithFile(read: ReaderOf<typeof auditOptions>, name: AuditOption, isGiven: boolean): void {
  if (isGiven)
    throw read.invalid(name, 'does nothing with collected: nobody is asked', 'Leave it out, or leave collected out to ask again');
}

function readPreviousFile(read: ReaderOf<typeof auditOptions>): AuditPeriod['previous'] {
  const path = read.text('previous');
  if (path === 'last-run') throw read.invalid('previous', 'would ask GitHub, and with collected nobody is asked', 'Name a file');
  return path === undefined ? undefined : { kind: 'file', path };
}

/** Names of branches as git allows them (git-check-ref-format), without `refs/heads/`. */
export function readBranches(read: OptionReader<'branch'>): readonly string[] {
  const names = read.lines('branch');
  const wrong = names.find((name) => /^[-/]|^refs\/|\.\.|@\{|\/\/|[\s~^:?*[\\\p{Cc}]|[/.]$|\.lock$/u.test(name));
  if (wrong === undefined) return [...new Set(names)];
  throw read.invalid('branch', `is not the name of a branch: ${JSON.stringify(wrong)}`, 'Write main, or release/1.2, one a line');
}

function readKept(read: ReaderOf<typeof auditOptions>): string | undefined {
  const path = read.text('keep-collected');
  const other = auditReportOptions.find(({ name }) => path !== undefined && read.text(name) === path);
  if (other === undefined) return path;
  throw read.invalid('keep-collected', `names the file of ${other.name}: ${JSON.stringify(path)}`, 'Give each a file of its own');
}

export type AuditIssuesSettings = ReturnType<typeof readAuditIssues>;

export function readAuditIssues(read: ReaderOf<typeof auditIssuesOptions>) {
  return allOrComplaints({
    /** The JSON report of an audit. */
    report: () => read.required('json-file'),
    issues: () => read.choice('issues'),
    most: () => readMost(read),
    dryRun: () => read.flag('dry-run'),
    repository: () => readRepository(read),
    githubToken: () => read.required('github-token'),
  });
}

function readMost(read: ReaderOf<typeof auditIssuesOptions>): number {
  const most = read.count('most-issues');
  if (most >= 1 && most <= 100) return most;
  throw read.invalid('most-issues', `is ${most}`, 'Write 1 to 100, or `issues: none` for no issue');
}
