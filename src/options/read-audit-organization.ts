import {
  exclusionsOption,
  partFileOptions,
  partsOption,
  planFileOption,
  type auditMergeOptions,
  type auditPartOptions,
  type auditPlanOptions,
} from './audit-organization.ts';
import { parsePrevious, readReportFiles, readTimeZone, readWholePeriod, readWitness } from './audit-values.ts';
import { auditFlowOption, failOnSeverityOption, peopleOption, sharedReportOptions, type AuditPeriod, type AuditPoint } from './audit.ts';
import { readBranches } from './read-audit.ts';
import { allOrComplaints, readOptions } from './reader.ts';
import type { OptionReader, ReaderOf } from './spec.ts';
import { orgOption, parseBaseUrl, readConnection } from './service.ts';
import { readMoment } from './values.ts';

/** A token, or an App whose tokens we make, or both: then the token lists what the organization has. */
export interface GitHubSettings {
  readonly token: string | undefined;
  readonly app: { readonly id: string; readonly privateKey: string } | undefined;
}

/** The limit of one matrix (docs.github.com, "Running variations of jobs in a workflow"). */
const mostShards = 256;

export type AuditPlanSettings = ReturnType<typeof readAuditPlan>;

export function readAuditPlan(read: ReaderOf<typeof auditPlanOptions>) {
  const { named, ...settings } = allOrComplaints({
    baseUrl: () => parseBaseUrl(read.required('base-url'), { allowInsecureHttp: read.flag('allow-insecure-http') }),
    named: () => readOptions(read, namedInPlan, ['org', 'plan-file']),
    organization: () => readOrganization(read),
    shards: () => readShards(read),
    previousPlan: () => parsePrevious(read.text('previous-plan')),
    period: () => readPeriod(read),
    branches: () => readBranches(read),
    /** Kept heads of the log, which every shard takes from the plan. */
    witness: () => readWitness(read),
    github: () => readGitHub(read),
  });
  return { ...settings, ...named };
}

const namedInPlan = [orgOption, planFileOption, exclusionsOption, auditFlowOption, failOnSeverityOption, peopleOption] as const;

export type AuditPartSettings = ReturnType<typeof readAuditPart>;

export function readAuditPart(read: ReaderOf<typeof auditPartOptions>) {
  const { named, ...settings } = allOrComplaints({
    connection: () => readConnection(read),
    named: () => readOptions(read, partFileOptions, ['plan-file', 'part-file']),
    github: () => readGitHub(read),
  });
  return { ...settings, ...named };
}

export type AuditMergeSettings = ReturnType<typeof readAuditMerge>;

export function readAuditMerge(read: ReaderOf<typeof auditMergeOptions>) {
  const { named, reports } = allOrComplaints({
    named: () => readOptions(read, [planFileOption, partsOption], ['plan-file']),
    /** Those with the same file are refused where the files are opened. */
    reports: () => readReportFiles(read, sharedReportOptions),
  });
  return { ...named, reports };
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
