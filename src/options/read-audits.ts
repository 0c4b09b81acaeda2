// One module, so that these are loaded as one chunk of the bundle when an audit runs.
import { given } from '../text/index.ts';
import { exclusionsOption, partFolderOptions, partsOption, planFileOption } from './audit-organization.ts';
import type { auditMergeOptions, auditPartOptions, auditPlanOptions } from './audit-organization.ts';
import {
  formOf,
  parsePrevious,
  readAuditPeriod,
  readAuditSample,
  readMonths,
  readPreviousRepository,
  readReportFiles,
  readRepository,
  readTimeZone,
  readWholePeriod,
  readWitness,
  refuseShared,
} from './audit-values.ts';
import {
  auditFlowOption,
  auditOptions,
  auditPublishOptions,
  auditReportOptions,
  failOnSeverityOption,
  peopleOption,
  planOption,
  seriesReportOptions,
  sharedReportOptions,
  trendOptions,
} from './audit.ts';
import type { AuditOption, AuditPeriod, AuditPoint, asOfOption, auditAccessOptions, auditIssuesOptions, evidenceOption } from './audit.ts';
import { allOrComplaints, readOptions, refuseGiven } from './reader.ts';
import { connectionOptions, dryRunOption, readBaseUrl, readConnection, readLookup, type ConnectionSettings } from './service.ts';
import type { ChoicesOf, OptionReader, ReaderOf } from './spec.ts';
import { readFingerprint, readMoment, readName, readNameIfGiven, readNames } from './values.ts';

/**
 * `undefined` where it is not asked for. The connection is absent where the audit asks the service anyway, and has it.
 * @param asks whether the audit asks the service itself
 */
function readAuditPublish(read: OptionReader<AuditOption>, asks: boolean) {
  const { plan, publish, publishFlow: flow, ...settings } = readOptions(read, [...auditPublishOptions, dryRunOption, planOption]);
  if (publish === 'false') {
    if (!settings.dryRun) return undefined;
    const what = 'does nothing without publish: an audit writes nothing to the service';
    throw read.invalid('dry-run', what, 'Give `publish` too, or leave it out');
  }
  if (plan) throw read.invalid('publish', 'does nothing with plan, which only says what would be asked', 'Leave one of the two out');
  return { ...settings, flow, attaches: publish === 'true', ...given({ connection: asks ? undefined : readConnection(read) }) };
}

type AuditReader = ReaderOf<typeof auditOptions>;
/** Reads `as-of`, which only the command line has. */
type PastReader = ReaderOf<readonly [typeof asOfOption]> | undefined;

export type PublishSettings = NonNullable<ReturnType<typeof readAuditPublish>>;

export type AuditScopeSettings =
  | { readonly kind: 'trail'; readonly flow: string; readonly trail: string }
  | { readonly kind: 'artifact'; readonly fingerprint: string };

/** A scope replaces a period, and its findings are compared with no other audit. */
const ofPeriods = ['since', 'until', 'previous'] as const satisfies readonly AuditOption[];

/** `undefined`: all that landed within the period. */
export function readAuditScope(
  read: OptionReader<'flow' | 'trail' | 'fingerprint' | 'plan' | (typeof ofPeriods)[number]>,
): AuditScopeSettings | undefined {
  const given = (['trail', 'fingerprint'] as const).filter((name) => read.text(name) !== undefined);
  const [option, other] = given;
  if (option === undefined) return undefined;
  if (other !== undefined) throw read.invalid(other, 'names one thing, and `trail` another', 'Leave one of the two out');
  const what = `does nothing with ${option}: the audit is about what landed with it`;
  const { fingerprint, flows, trail } = allOrComplaints({
    trail: () => readNameIfGiven(read, 'trail', 'trailName'),
    fingerprint: () => (option === 'fingerprint' ? readFingerprint(read, 'fingerprint') : ''),
    flows: () => readNames(read, 'flow', 'flowName'),
    periods: () => refuseGiven(read, ofPeriods, what, 'Leave one of the two out'),
    plan: () => refuseGiven(read, ['plan'], `does nothing with ${option}, which is asked about in a few requests`, 'Leave it out'),
  });
  if (trail === undefined) return { kind: 'artifact', fingerprint };
  const [flow] = flows;
  if (flow === undefined || flows.length > 1) throw read.invalid('flow', 'must name the one flow of the trail', 'Name it, and no other');
  return { kind: 'trail', flow, trail };
}

/** They ask services, and would do nothing with facts that were collected before. */
const asking = [
  'evidence',
  'checks',
  'rulesets',
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
  'plan',
] as const satisfies readonly AuditOption[];

export type AuditSettings = ReturnType<typeof readAudit>;

export function readAudit(read: AuditReader, past?: PastReader) {
  const path = read.text('collected');
  return allOrComplaints({
    from: (): FactSource => (path === undefined ? { kind: 'sources', ...readSources(read, past) } : readCollected(read, path, past)),
    previous: () => (path === undefined ? readAuditPeriod(read).previous : readPreviousFile(read)),
    /** The name when the audit before was made. */
    previousRepository: () => readPreviousRepository(read),
    failOn: () => read.choice('fail-on-severity'),
    people: () => read.choice('people'),
    reports: () =>
      refuseShared(
        read,
        readReportFiles(read, auditReportOptions).map((file) => ({ ...file, form: formOf(read, file) })),
      ),
    package: () => readPackage(read, past),
    /** For another person to keep. */
    headFile: () => readWithPackage(read, 'head-file'),
    sample: () => readAuditSample(read),
    publish: () => readAuditPublish(read, path === undefined),
    trend: () => {
      const names = trendOptions.map(({ name }) => name);
      const what = 'does nothing without series, which reports about earlier audits';
      return refuseGiven(read, names, what, 'Give `series` too, or leave it out');
    },
  });
}

type FactSource = { readonly kind: 'collected'; readonly path: string } | ({ readonly kind: 'sources' } & AuditSources);

export type AuditSources = ReturnType<typeof readSources>;

function readSources(read: AuditReader, past: PastReader) {
  return allOrComplaints({
    /** `undefined`: GitHub's checks are the evidence, and no service is asked. */
    connection: (): ConnectionSettings | undefined => (isOfGitHub(read, past) ? undefined : readConnection(read)),
    /** The file with more demands, as it was given. */
    checks: () => readChecks(read, past),
    /** The export of rulesets, as it was given. */
    rulesets: () => read.text('rulesets'),
    /** Milliseconds that all requests together may take. */
    timeout: () => read.duration('timeout'),
    githubToken: () => read.text('github-token'),
    repository: () => readRepository(read),
    flows: () => readNames(read, 'flow', 'flowName'),
    branches: () => readBranches(read),
    /** One trail or artifact, in place of the period. */
    scope: () => readAuditScope(read),
    period: (): Omit<AuditPeriod, 'previous'> => readAuditPeriod(read),
    /** The facts of the service are of this moment, ISO 8601 in UTC; `undefined`: of now. */
    asOf: () => readAsOf(read, past),
    keepCollected: () => readKept(read),
    witness: () => (readWithPackage(read, 'witness') === undefined ? undefined : readWitness(read)),
    plan: () => read.flag('plan'),
    /** Without secrets, so that people can repeat the audit. */
    given: () => ({ ...givenTexts(read, isOfGitHub(read, past)), ...given({ 'as-of': past?.text('as-of') }) }),
  });
}

/** Each of them is about an evidence service, or says where it is. A package is of either kind. */
const ofService = ['flow', 'trail', 'fingerprint', 'head-file', 'witness'] as const satisfies readonly AuditOption[];
const where = ['base-url', 'api-token', 'org'] as const satisfies readonly AuditOption[];

const [withoutService, dropOne] = ['does nothing with evidence: github, which asks no service', 'Leave one of the two out'];

/**
 * Whether GitHub's checks are the evidence: never because a service that somebody named is not there.
 * @param ofService options that are about a service, and go with no other evidence
 */
function goesByGitHub<Name extends string>(
  read: OptionReader<Name>,
  evidence: ChoicesOf<readonly [typeof evidenceOption]>['evidence'],
  places: readonly Name[],
  ofService: readonly Name[],
): boolean {
  if (evidence === 'auto') return ![...places, ...ofService].some((name) => read.text(name) !== undefined);
  if (evidence === 'github') refuseGiven(read, ofService, withoutService, dropOne);
  return evidence === 'github';
}

function isOfGitHub(read: AuditReader, past: PastReader): boolean {
  const evidence = read.choice('evidence');
  const { isSo } = allOrComplaints({
    isSo: () => goesByGitHub(read, evidence, where, ofService),
    past: () => past && evidence === 'github' && refuseGiven(past, ['as-of'], withoutService, dropOne),
    publish() {
      if (evidence === 'github' && read.choice('publish') !== 'false') throw read.invalid('publish', withoutService, dropOne);
    },
  });
  return isSo && read.choice('publish') === 'false' && past?.text('as-of') === undefined;
}

function readChecks(read: AuditReader, past: PastReader): string | undefined {
  const path = read.text('checks');
  if (path === undefined || isOfGitHub(read, past)) return path;
  throw read.invalid('checks', 'does nothing where the evidence is that of a service', 'Leave it out, or give `evidence: github`');
}

/** The records of a package name people as the service does, so that reports without names would hide nothing. */
function readPackage(read: AuditReader, past: PastReader): string | undefined {
  const path = read.text('package');
  if (path === undefined) return undefined;
  if (read.choice('people') !== 'login')
    throw read.invalid('package', 'holds records that name people, and people is pseudonym', 'Leave one of the two out');
  if (read.text('collected') !== undefined || read.text('github-token') !== undefined || !isOfGitHub(read, past)) return path;
  const what = 'holds the answers of GitHub where no service is named, and without github-token nobody asks it';
  throw read.invalid('package', what, 'Give a token that may read the repository, or name a service');
}

function readAsOf(read: AuditReader, past: PastReader): string | undefined {
  if (past?.text('as-of') === undefined) return undefined;
  const { since, timeZone, until } = readAuditPeriod(read);
  const wrong = { what: 'is no moment', fix: 'Write 2026-07-01, or 2026-07-01T09:00:00+02:00' };
  const moment = readMoment(past, 'as-of', wrong, timeZone);
  if (moment === undefined) return undefined;
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

function readWithPackage(read: AuditReader, name: 'head-file' | 'witness'): string | undefined {
  const text = read.text(name);
  if (text === undefined || read.text('package') !== undefined) return text;
  throw read.invalid(name, 'does nothing without package, which reads the log', 'Give both, or leave it out');
}

function givenTexts(read: AuditReader, isWithoutService: boolean): Readonly<Record<string, string>> {
  return Object.fromEntries(
    auditOptions.flatMap((option) => {
      // A service that nobody asks may be named, as by a variable of the runner.
      if (isWithoutService && where.some((name) => name === option.name)) return [];
      const text = 'secret' in option ? undefined : read.text(option.name);
      return text === undefined ? [] : [[option.name, text]];
    }),
  );
}

function readCollected(read: AuditReader, path: string, past: PastReader): FactSource {
  const [what, fix] = ['does nothing with collected: nobody is asked', 'Leave it out, or leave collected out to ask again'];
  allOrComplaints({
    asking: () => refuseGiven(read, asking, what, fix),
    past: () => past && refuseGiven(past, ['as-of'], what, fix),
  });
  return { kind: 'collected', path };
}

function readPreviousFile(read: AuditReader): AuditPeriod['previous'] {
  const path = read.text('previous');
  if (path === 'last-run') throw read.invalid('previous', 'would ask GitHub, and with collected nobody is asked', 'Name a file');
  return path === undefined ? undefined : { kind: 'file', path };
}

/** As git allows them (git-check-ref-format), without `refs/heads/`. */
function readBranches(read: OptionReader<'branch'>): readonly string[] {
  const names = read.lines('branch');
  const wrong = names.find((name) => /^[-/]|^refs\/|\.\.|@\{|\/\/|[\s~^:?*[\\\p{Cc}]|[/.]$|\.lock$/u.test(name));
  if (wrong === undefined) return [...new Set(names)];
  throw read.invalid('branch', `is not the name of a branch: ${JSON.stringify(wrong)}`, 'Write main, or release/1.2, one a line');
}

function readKept(read: AuditReader): string | undefined {
  const path = read.text('keep-collected');
  const other = auditReportOptions.find(({ name }) => path !== undefined && read.text(name) === path);
  if (other === undefined) return path;
  throw read.invalid('keep-collected', `names the file of ${other.name}: ${JSON.stringify(path)}`, 'Give each a file of its own');
}

export type AuditIssuesSettings = ReturnType<typeof readAuditIssues>;

export function readAuditIssues(read: ReaderOf<typeof auditIssuesOptions>) {
  return allOrComplaints({
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
export function readReperform(read: AuditReader) {
  const { others: _others, ...settings } = allOrComplaints({
    kind: (): 'reperform' => 'reperform',
    package: () => read.required('reperform'),
    /** `undefined` where nothing names a service: the package says whether it is of one. */
    connection: () => (where.some((name) => read.text(name) !== undefined) ? readConnection(read) : undefined),
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

export type AuditAccessSettings = ReturnType<typeof readAuditAccess>;

export function readAuditAccess(read: ReaderOf<typeof auditAccessOptions>) {
  const wrong = { what: 'is no moment', fix: 'Write 2026-07-01, or 2026-07-01T09:00:00+02:00' };
  return allOrComplaints({
    service: () => readLookup(read),
    asOf: () => readMoment(read, 'as-of', wrong)?.toISOString(),
    csv: () => read.text('csv'),
  });
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
  ...seriesReportOptions.map(({ name }) => name),
  'teams',
  ...connectionOptions.map(({ name }) => name),
  'github-token',
] satisfies readonly AuditOption[];

export type SeriesSettings = ReturnType<typeof readSeries>;

export function readSeries(read: AuditReader) {
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
    reports: () => refuseShared(read, readReportFiles(read, seriesReportOptions)),
    teams: () => read.text('teams'),
    others() {
      const what = 'does nothing with series, which reports about earlier audits';
      refuseGiven(read, namesBut(ofSeries), what, 'Leave it out, or leave series out');
    },
  });
  return { ...settings, ...ends };
}

function readEnds(read: AuditReader): { readonly since: string | undefined; readonly until: string | undefined } {
  const zone = readTimeZone(read);
  const months = readMonths(read, zone);
  if (months !== undefined) return { since: months.since.at, until: months.until.at };
  const ends = allOrComplaints({ since: () => readEnd(read, 'since', zone), until: () => readEnd(read, 'until', zone) });
  if (ends.since !== undefined && ends.until !== undefined && Date.parse(ends.since) >= Date.parse(ends.until))
    throw read.invalid('until', 'is not after `since`: the period is empty', 'Let `since` be the earlier one');
  return ends;
}

/** Weeks and holes are times, so their end cannot be a commit. */
function readEnd(read: AuditReader, name: 'since' | 'until', zone: string): string | undefined {
  const wrong = { what: 'is no date, which a series needs', fix: 'Write 2026-11-01, or 2026-11-01T09:00:00+01:00' };
  return readMoment(read, name, wrong, zone)?.toISOString();
}

/** A token, or an App whose tokens we make, or both: then the token lists what the organization has. Neither: git alone is asked. */
export interface GitHubSettings {
  readonly token: string | undefined;
  readonly app: { readonly id: string; readonly privateKey: string } | undefined;
}

/** The limit of one matrix (docs.github.com, "Running variations of jobs in a workflow"). */
const mostShards = 256;

export type AuditPlanSettings = ReturnType<typeof readAuditPlan>;

export function readAuditPlan(read: ReaderOf<typeof auditPlanOptions>) {
  const isByChecks = (): boolean => goesByGitHub(read, read.choice('evidence'), ['base-url', 'org'], ['flow', 'witness']);
  const { named, ...settings } = allOrComplaints({
    /** `undefined`: GitHub's checks are the evidence. */
    service: () =>
      isByChecks() ? undefined : allOrComplaints({ baseUrl: () => readBaseUrl(read), org: () => readName(read, 'org', 'orgName') }),
    named: () => readOptions(read, namedInPlan, ['plan-file']),
    /** `undefined`: the owner of the repositories that are listed. */
    organization: () => readOrganization(read),
    /** A file with a list, as it was given. */
    repositories: () => read.text('repositories'),
    shards: () => readShards(read),
    previousPlan: () => parsePrevious(read.text('previous-plan')),
    period: () => readPeriod(read),
    branches: () => readBranches(read),
    /** Kept heads of the log, which every shard takes from the plan. */
    witness: () => readWitness(read),
    github: () => readGitHub(read, read.text('repositories') !== undefined && isByChecks()),
  });
  return { ...settings, ...named };
}

const namedInPlan = [planFileOption, exclusionsOption, auditFlowOption, failOnSeverityOption, peopleOption] as const;

export type AuditPartSettings = ReturnType<typeof readAuditPart>;

export function readAuditPart(read: ReaderOf<typeof auditPartOptions>) {
  const isByChecks = (): boolean => goesByGitHub(read, read.choice('evidence'), where, []);
  const { named, ...settings } = allOrComplaints({
    /** `undefined`: GitHub's checks are the evidence. */
    connection: (): ConnectionSettings | undefined => (isByChecks() ? undefined : readConnection(read)),
    timeout: () => read.duration('timeout'),
    named: () => readOptions(read, partFolderOptions, ['plan-file']),
    shard: () => readShard(read),
    /** A plan that was made without GitHub has parts that do not ask it either. */
    github: () => readGitHub(read, isByChecks()),
  });
  return { ...settings, ...named };
}

/** One shard, which leaves a part; or all of them, and the reports about them. */
function readShard(read: ReaderOf<typeof auditPartOptions>) {
  if (read.text('shard-index') !== undefined) {
    const { index, partFile } = allOrComplaints({
      index: () => read.count('shard-index'),
      partFile: () => read.required('part-file'),
      reports() {
        const names = sharedReportOptions.map(({ name }) => name);
        const what = 'does nothing with shard-index: it is about all shards';
        refuseGiven(read, names, what, 'Give it to audit-merge, or leave shard-index out');
      },
    });
    return { kind: 'one', index, partFile } as const;
  }
  const fix = 'Give shard-index too; or leave part-file out to audit all shards';
  if (read.text('part-file') !== undefined) throw read.invalid('part-file', 'is of one shard, and none is named', fix);
  return { kind: 'all', reports: readReportFiles(read, sharedReportOptions) } as const;
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
function readOrganization(read: OptionReader<'organization' | 'repositories'>): string | undefined {
  if (read.text('organization') === undefined && read.text('repositories') !== undefined) return undefined;
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
      since: () => readPoint(read, 'since', timeZone) ?? 'default',
      until: () => readPoint(read, 'until', timeZone) ?? 'now',
    });
  return { since, until, timeZone };
}

/** All repositories share one period, and a commit is in one of them alone. */
function readPoint(read: OptionReader<'since' | 'until'>, option: 'since' | 'until', zone: string): AuditPoint | undefined {
  const periods = option === 'since' ? ', 2026-10, 2026-Q3 or last-month' : '';
  const wrong = { what: 'is no date', fix: `Write 2026-11-01, or 2026-11-01T09:00:00+01:00${periods}` };
  const moment = readMoment(read, option, wrong, zone);
  return moment && { kind: 'moment', at: moment.toISOString() };
}

function readGitHub(read: OptionReader<'github-token' | 'app-id' | 'app-private-key'>, isOptional: boolean): GitHubSettings {
  const [token, id, privateKey] = [read.text('github-token'), read.text('app-id'), read.text('app-private-key')];
  if (id === undefined && privateKey === undefined) {
    if (token !== undefined || isOptional) return { token, app: undefined };
    const fix = 'Give a token that reads the repositories, or app-id and app-private-key';
    throw read.invalid('github-token', 'is missing, and no App is given', fix);
  }
  if (privateKey === undefined) throw read.invalid('app-id', 'is given without app-private-key', 'Give both, or neither');
  if (id === undefined) throw read.invalid('app-private-key', 'is given without app-id', 'Give both, or neither');
  if (!/^[A-Za-z0-9.]{1,100}$/.test(id)) throw read.invalid('app-id', 'is no id of an App', 'Copy it from the settings of the App');
  return { token, app: { id, privateKey } };
}
