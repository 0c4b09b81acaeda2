import { isTimeZone, startOfMonth } from '../text/index.ts';
import type {
  AuditPeriod,
  AuditPoint,
  AuditReportFile,
  AuditReportForm,
  AuditReportOption,
  PeriodOption,
  auditSampleOptions,
} from './audit.ts';
import { allOrComplaints, givenText } from './reader.ts';
import type { ChoicesOf, NamesOf, OptionReader, ReaderOf } from './spec.ts';
import { momentIn } from './values.ts';

export function readAuditPeriod(read: OptionReader<PeriodOption>): AuditPeriod {
  const timeZone = readTimeZone(read);
  const whole = readWholePeriod(read, timeZone);
  const period = allOrComplaints<AuditPeriod>({
    since: () => whole?.since ?? (read.text('since') === 'last' ? 'last' : (readPoint(read, 'since', timeZone) ?? 'default')),
    until: () => whole?.until ?? readPoint(read, 'until', timeZone) ?? 'now',
    timeZone: () => timeZone,
    previous: () => parsePrevious(read.text('previous')),
  });
  const { since, until } = period;
  if (since === 'last' && period.previous === undefined)
    throw read.invalid('since', 'is `last`, but no audit before is given', 'Give `previous`: the JSON report of the audit before');
  if (typeof until === 'object' && until.kind === 'commit' && !(typeof since === 'object' && since.kind === 'commit'))
    throw read.invalid('until', 'is a commit, and `since` is not', 'Name a commit in both, or a date in both');
  if (typeof until === 'object' && until.kind === 'moment' && typeof since === 'object' && since.kind === 'commit')
    throw read.invalid('until', 'is a moment, and `since` is a commit', 'Name a commit in both, or a date in both');
  const [begin, end] = [momentOf(since), momentOf(until)];
  if (begin !== undefined && end !== undefined && begin >= end)
    throw read.invalid('until', 'is not after `since`: the audited time is empty', 'Let `since` be the earlier one');
  return period;
}

/** Checked by the zones that this machine knows. */
export function readTimeZone(read: OptionReader<'time-zone'>): string {
  const zone = read.text('time-zone') ?? 'UTC';
  if (isTimeZone(zone)) return zone;
  throw read.invalid('time-zone', `is no time zone that this machine knows: ${JSON.stringify(zone)}`, 'Write Europe/Berlin, or UTC');
}

/** Both ends, where `since` names a whole period; `undefined` where it names a beginning, or is not given. */
export function readWholePeriod(read: OptionReader<'since' | 'until'>, zone: string): Pick<AuditPeriod, 'since' | 'until'> | undefined {
  if (read.text('since') !== 'last-month') return readMonths(read, zone);
  refuseUntil(read);
  return { since: 'last-month', until: 'now' };
}

type Moment = Extract<AuditPoint, { kind: 'moment' }>;

/** Both ends of a month, `2026-10`, or of a quarter, `2026-Q3`. */
export function readMonths(
  read: OptionReader<'since' | 'until'>,
  zone: string,
): { readonly since: Moment; readonly until: Moment } | undefined {
  const [, year = '', month, quarter] = /^(\d{4})-(?:(0[1-9]|1[0-2])|Q([1-4]))$/i.exec(read.text('since') ?? '') ?? [];
  if (year === '') return undefined;
  refuseUntil(read);
  const first = quarter === undefined ? Number(month) : Number(quarter) * 3 - 2;
  const begin = (number: number): Moment => ({ kind: 'moment', at: startOfMonth(Number(year), number, zone).toISOString() });
  return { since: begin(first), until: begin(first + (quarter === undefined ? 1 : 3)) };
}

function refuseUntil(read: OptionReader<'since' | 'until'>): void {
  if (read.text('until') === undefined) return;
  const what = `does nothing where since is ${read.text('since')}, which has both ends`;
  throw read.invalid('until', what, 'Leave `until` out, or write a date as `since`');
}

function momentOf(point: AuditPeriod['since' | 'until']): number | undefined {
  return typeof point === 'object' && point.kind === 'moment' ? Date.parse(point.at) : undefined;
}

function readPoint(read: OptionReader<PeriodOption>, option: 'since' | 'until', zone: string): AuditPoint | undefined {
  const text = read.text(option);
  if (text === undefined) return undefined;
  const date = momentIn(text, zone);
  if (date !== undefined) return { kind: 'moment', at: date.toISOString() };
  const sha = text.toLowerCase();
  if (/^[0-9a-f]{40}$/.test(sha)) return { kind: 'commit', sha };
  const words = option === 'since' ? ', a month (2026-10), a quarter (2026-Q3), last-month, or last' : '';
  throw read.invalid(
    option,
    `is neither a date nor a full SHA: ${JSON.stringify(text)}`,
    `Write 2026-11-01, 2026-11-01T09:00:00+01:00, all 40 hexadecimal digits of a commit${words}`,
    [text],
    option === 'since' ? ['last', 'last-month'] : [],
  );
}

/** The audit or the plan before: its file, or that of the run before. */
export function parsePrevious(path: string | undefined): AuditPeriod['previous'] {
  if (path === undefined) return undefined;
  return path === 'last-run' ? { kind: 'last-run' } : { kind: 'file', path };
}

export function readReportFiles<Option extends string>(
  read: Pick<OptionReader<NoInfer<Option>>, 'text'>,
  options: readonly { readonly name: Option }[],
): readonly AuditReportFile<Option>[] {
  return options.flatMap(({ name }) => {
    const path = read.text(name);
    return path === undefined ? [] : [{ option: name, path }];
  });
}

/** Two with the same file are refused, because the last would overwrite the others. */
export function refuseShared<Option extends string, File extends AuditReportFile<Option>>(
  read: Pick<OptionReader<Option>, 'invalid'>,
  files: readonly (File & AuditReportFile<Option>)[],
): readonly File[] {
  const own = (file: File, index: number): File => {
    const other = files.slice(0, index).find(({ path }) => path === file.path);
    if (other === undefined) return file;
    const what = `names the file of ${other.option}: ${JSON.stringify(file.path)}`;
    throw read.invalid(file.option, what, 'Give each report a file of its own');
  };
  return Object.values(allOrComplaints(Object.fromEntries(files.map((file, index) => [file.option, (): File => own(file, index)]))));
}

export function formOf(read: OptionReader<AuditReportOption>, { option, path }: AuditReportFile): AuditReportForm {
  if (option === 'json-file') return 'json';
  if (option !== 'badge') return option;
  if (/\.svg$/i.test(path)) return 'badge-svg';
  if (/\.json$/i.test(path)) return 'badge-json';
  throw read.invalid(
    option,
    `has neither the end .svg nor .json: ${JSON.stringify(path)}`,
    'Write badge.svg for a picture, or badge.json for shields.io',
  );
}

/** `text`: the heads themselves. */
type Witness = { readonly kind: 'file'; readonly path: string } | { readonly kind: 'heads'; readonly text: string };

/** A text that begins as a file of heads does is not a path. */
export function readWitness(read: OptionReader<'witness'>): Witness | undefined {
  const text = read.text('witness');
  if (text === undefined) return undefined;
  return /^\s*(?:#|[0-9a-f]{64}(?:\s|$))/i.test(text) ? { kind: 'heads', text } : { kind: 'file', path: text };
}

/** `owner/name`; `undefined` where it is not given. */
export function readRepository(read: OptionReader<'repository'>): string | undefined {
  return nameIn(read.text('repository'), (...wrong) => read.invalid('repository', ...wrong));
}

export function readPreviousRepository(read: OptionReader<'previous' | 'previous-repository'>): string | undefined {
  const name = nameIn(read.text('previous-repository'), (...wrong) => read.invalid('previous-repository', ...wrong));
  if (name === undefined || read.text('previous') !== undefined) return name;
  throw read.invalid('previous-repository', 'does nothing without previous, the audit before', 'Give both, or leave it out');
}

function nameIn(text: string | undefined, invalid: (what: string, fix: string) => Error): string | undefined {
  if (text === undefined || /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(text)) return text;
  throw invalid(`is not a repository: ${JSON.stringify(text)}`, 'Write owner/name');
}

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

/** `undefined` without a sample. */
export function readAuditSample(read: ReaderOf<typeof auditSampleOptions>): SampleSettings | undefined {
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
function readSeed(read: ReaderOf<typeof auditSampleOptions>): string | undefined {
  const seed = givenText(read, 'sample-seed');
  if (seed === undefined || /^[\x20-\x7e]{1,200}$/.test(seed)) return seed;
  throw read.invalid(
    'sample-seed',
    'cannot be typed again everywhere',
    'Write at most 200 letters without accents, digits, signs and spaces',
  );
}
