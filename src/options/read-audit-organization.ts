import type { auditMergeOptions, auditPartOptions, auditPlanOptions } from './audit-organization.ts';
import { readReportFiles, readTimeZone, readWholePeriod, readWitness } from './audit-values.ts';
import { sharedReportOptions, type AuditPeriod, type AuditPoint } from './audit.ts';
import { readBranches } from './read-audit.ts';
import { allOrComplaints } from './reader.ts';
import type { OptionReader, ReaderOf } from './spec.ts';
import { parseBaseUrl, readConnection } from './service.ts';
import { readMoment, readName, readNames } from './values.ts';

/** A token, or an App whose tokens we make, or both: then the token lists what the organization has. */
export interface GitHubSettings {
  readonly token: string | undefined;
  readonly app: { readonly id: string; readonly privateKey: string } | undefined;
}

/** The limit of one matrix (docs.github.com, "Running variations of jobs in a workflow"). */
const mostShards = 256;

export type AuditPlanSettings = ReturnType<typeof readAuditPlan>;

export function readAuditPlan(read: ReaderOf<typeof auditPlanOptions>) {
  return allOrComplaints({
    baseUrl: () => parseBaseUrl(read.required('base-url'), { allowInsecureHttp: read.flag('allow-insecure-http') }),
    org: () => readName(read, 'org', 'orgName'),
    organization: () => readOrganization(read),
    planFile: () => read.required('plan-file'),
    shards: () => readShards(read),
    /** `undefined`: the usual file, where it exists. */
    exclusions: () => read.text('exclusions'),
    previousPlan: () => readPreviousPlan(read),
    period: () => readPeriod(read),
    flows: () => readNames(read, 'flow', 'flowName'),
    branches: () => readBranches(read),
    failOn: () => read.choice('fail-on-severity'),
    people: () => read.choice('people'),
    /** Kept heads of the log, which every shard takes from the plan. */
    witness: () => readWitness(read),
    github: () => readGitHub(read),
  });
}

export type AuditPartSettings = ReturnType<typeof readAuditPart>;

export function readAuditPart(read: ReaderOf<typeof auditPartOptions>) {
  return allOrComplaints({
    connection: () => readConnection(read),
    planFile: () => read.required('plan-file'),
    index: () => read.count('shard-index'),
    partFile: () => read.required('part-file'),
    /** A folder for the reports of each repository; `undefined`: there are none. */
    partReports: () => read.text('part-reports'),
    /** The same folder of the audit before; `undefined`: there is none. */
    previousReports: () => read.text('previous-reports'),
    github: () => readGitHub(read),
  });
}

export type AuditMergeSettings = ReturnType<typeof readAuditMerge>;

export function readAuditMerge(read: ReaderOf<typeof auditMergeOptions>) {
  return allOrComplaints({
    planFile: () => read.required('plan-file'),
    parts: () => read.lines('parts'),
    /** Those with the same file are refused where the files are opened. */
    reports: () => readReportFiles(read, sharedReportOptions),
  });
}

function readPreviousPlan(read: OptionReader<'previous-plan'>): AuditPeriod['previous'] {
  const path = read.text('previous-plan');
  if (path === undefined) return undefined;
  return path === 'last-run' ? { kind: 'last-run' } : { kind: 'file', path };
}

/** Letters, digits and hyphens, and `_` in accounts that a company manages. */
function readOrganization(read: OptionReader<'organization'>): string {
  const name = read.required('organization');
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(name)) return name;
  throw read.invalid('organization', `is no organization of GitHub: ${JSON.stringify(name)}`, 'Write its name alone: acme, not an address');
}

function readShards(read: OptionReader<'shards'>): number {
  const shards = read.count('shards');
  if (shards >= 1 && shards <= mostShards) return shards;
  throw read.invalid('shards', `is ${shards}`, `Write 1 to ${mostShards}`);
}

function readPeriod(read: OptionReader<'since' | 'until' | 'time-zone'>): Omit<AuditPeriod, 'previous'> {
  const timeZone = readTimeZone(read);
  const { since, until } =
    readWholePeriod(read, timeZone) ??
    allOrComplaints({
      since: () => readEnd(read, 'since', timeZone) ?? 'default',
      until: () => readEnd(read, 'until', timeZone) ?? 'now',
    });
  return { since, until, timeZone };
}

/** All repositories share one period, and a commit is in one of them alone. */
function readEnd(read: OptionReader<'since' | 'until'>, option: 'since' | 'until', zone: string): AuditPoint | undefined {
  const periods = option === 'since' ? ', 2026-10, 2026-Q3 or last-month' : '';
  const wrong = { what: 'is no date', fix: `Write 2026-11-01, or 2026-11-01T09:00:00+01:00${periods}` };
  const moment = readMoment(read, option, wrong, zone);
  return moment && { kind: 'moment', at: moment.toISOString() };
}

function readGitHub(read: OptionReader<'github-token' | 'app-id' | 'app-private-key'>): GitHubSettings {
  const [token, id, privateKey] = [read.text('github-token'), read.text('app-id'), read.text('app-private-key')];
  if (id === undefined && privateKey === undefined) {
    if (token !== undefined) return { token, app: undefined };
    throw read.invalid(
      'github-token',
      'is missing, and no App is given',
      'Give a token that reads the repositories, or app-id and app-private-key',
    );
  }
  if (privateKey === undefined) throw read.invalid('app-id', 'is given without app-private-key', 'Give both, or neither');
  if (id === undefined) throw read.invalid('app-private-key', 'is given without app-id', 'Give both, or neither');
  if (!/^[A-Za-z0-9.]{1,100}$/.test(id)) throw read.invalid('app-id', 'is no id of an App', 'Copy it from the settings of the App');
  return { token, app: { id, privateKey } };
}
