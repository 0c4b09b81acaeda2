import { given } from '../text/index.ts';
import {
  formOf,
  readAuditPeriod,
  readPreviousRepository,
  readReportFiles,
  readRepository,
  readWitness,
  refuseShared,
} from './audit-values.ts';
import {
  auditOptions,
  auditPublishOptions,
  planOption,
  auditReportOptions,
  type AuditOption,
  type AuditPeriod,
  type asOfOption,
  type auditIssuesOptions,
  type auditSampleOptions,
} from './audit.ts';
import { allOrComplaints, givenText, readOptions, refuseGiven } from './reader.ts';
import { dryRunOption, readConnection } from './service.ts';
import type { ChoicesOf, NamesOf, OptionReader, ReaderOf } from './spec.ts';
import { readMoment, readFingerprint, readNameIfGiven, readNames } from './values.ts';

/**
 * `undefined` where it is not asked for. The connection is absent where the audit asks the service anyway, and has it.
 * @param asks whether the audit asks the service itself
 */
function readAuditPublish(read: OptionReader<AuditOption>, asks: boolean) {
  const { plan, publish, publishFlow: flow, ...settings } = readOptions(read, [...auditPublishOptions, dryRunOption, planOption]);
  if (!publish) {
    if (!settings.dryRun) return undefined;
    const what = 'does nothing without publish: an audit writes nothing to the service';
    throw read.invalid('dry-run', what, 'Give `publish` too, or leave it out');
  }
  if (plan) throw read.invalid('publish', 'does nothing with plan, which only says what would be asked', 'Leave one of the two out');
  return { ...settings, flow, ...given({ connection: asks ? undefined : readConnection(read) }) };
}

export type PublishSettings = NonNullable<ReturnType<typeof readAuditPublish>>;

export type SampleSettings = {
  /** Also where the audit is not complete. */
  readonly incomplete: boolean;
} & (
  | {
      readonly kind: 'drawn';
      /** `auto`: the usual number for the population. */
      readonly count: number | 'auto';
      readonly seed: string | undefined;
      readonly strata: ChoicesOf<typeof auditSampleOptions>['sample-strata'];
    }
  /** `path` of the file with the picks, as it was given. */
  | { readonly kind: 'picked'; readonly path: string }
);

type Reader = ReaderOf<typeof auditSampleOptions>;

/** `undefined` without a sample. */
export function readAuditSample(read: Reader): SampleSettings | undefined {
  const { count, incomplete, path, seed, strata } = allOrComplaints({
    count: () => (read.text('sample') === 'auto' ? 'auto' : read.count('sample', 'auto')),
    seed: () => readSeed(read),
    strata: () => read.choice('sample-strata'),
    path: () => givenText(read, 'sample-file'),
    incomplete: () => read.flag('incomplete'),
  });
  const isDrawn = count === 'auto' || count > 0;
  const ofDraw = path === undefined ? 'does nothing without sample' : 'does nothing with sample-file: its picks are the sample';
  const fix = path === undefined ? 'Give `sample` too, or leave it out' : 'Leave one of the two out';
  const ofAuto = 'does not go with a sample of auto: that size is one of the whole population';
  const ofIncomplete = 'Give `sample` or `sample-file` too, or leave it out';
  const ofSample: readonly (readonly [name: NamesOf<typeof auditSampleOptions>, isWrong: boolean, what: string, fix: string])[] = [
    ['sample', isDrawn && path !== undefined, ofDraw, fix],
    ['sample-seed', seed !== undefined && (!isDrawn || path !== undefined), ofDraw, fix],
    ['sample-strata', strata !== 'none' && (!isDrawn || path !== undefined), ofDraw, fix],
    ['sample-strata', strata !== 'none' && count === 'auto', ofAuto, 'Leave it out, or give a number as `sample`'],
    ['incomplete', incomplete && !isDrawn && path === undefined, 'does nothing without a sample', ofIncomplete],
  ];
  const refuse = ([name, isWrong, ...wrong]: (typeof ofSample)[number]): void => {
    if (isWrong) throw read.invalid(name, ...wrong);
  };
  allOrComplaints(Object.fromEntries(ofSample.map((rule, index) => [index, () => refuse(rule)])));
  if (path !== undefined) return { kind: 'picked', path, incomplete };
  return isDrawn ? { kind: 'drawn', count, seed, strata, incomplete } : undefined;
}

/** A repeated draw types it again, so it must have the same bytes wherever it is typed. */
function readSeed(read: Reader): string | undefined {
  const seed = givenText(read, 'sample-seed');
  if (seed === undefined || /^[\x20-\x7e]{1,200}$/.test(seed)) return seed;
  throw read.invalid(
    'sample-seed',
    'cannot be typed again everywhere',
    'Write at most 200 letters without accents, digits, signs and spaces',
  );
}

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

/** @param past reads `as-of`, which only the command line has */
export function readAudit(read: ReaderOf<typeof auditOptions>, past?: ReaderOf<readonly [typeof asOfOption]>) {
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
    package: () => readPackage(read),
    /** For another person to keep. */
    headFile: () => readWithPackage(read, 'head-file'),
    sample: () => readAuditSample(read),
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
    /** The facts of the service are of this moment, ISO 8601 in UTC; `undefined`: of now. */
    asOf: () => readAsOf(read, past),
    keepCollected: () => readKept(read),
    witness: () => (readWithPackage(read, 'witness') === undefined ? undefined : readWitness(read)),
    plan: () => read.flag('plan'),
    /** Without secrets, so that people can repeat the audit. */
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
  const [what, fix] = ['does nothing with collected: nobody is asked', 'Leave it out, or leave collected out to ask again'];
  allOrComplaints({
    asking: () => refuseGiven(read, asking, what, fix),
    past: () => past && refuseGiven(past, ['as-of'], what, fix),
  });
  return { kind: 'collected', path };
}

function readPreviousFile(read: ReaderOf<typeof auditOptions>): AuditPeriod['previous'] {
  const path = read.text('previous');
  if (path === 'last-run') throw read.invalid('previous', 'would ask GitHub, and with collected nobody is asked', 'Name a file');
  return path === undefined ? undefined : { kind: 'file', path };
}

/** As git allows them (git-check-ref-format), without `refs/heads/`. */
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
