import { grouped, list, pick } from '../../../text/index.ts';
import type { Severity } from '../../facts/finding.ts';
import { row } from '../../reports/csv.ts';
import { shownOutcome } from '../../reports/json.ts';
import { section, showLink, showText } from '../../reports/markdown-parts.ts';
import { worstEpisodes } from '../episodes.ts';
import { scopeWords } from '../scope.ts';
import type { Episode, Series, SeriesAudit, SeriesFinding, SeriesWeek, TrendRow } from '../series.ts';
import { evidenceWords } from '../trend.ts';
import { completeWords, day, seriesOutcome, seriesWords, stateWords, witnessWords } from '../words.ts';

const columns = ['week', 'from', 'ran', 'complete', 'opened', 'closed', 'days_to_fix', 'by_whom'];

export function csv({ weeks }: Series): string {
  const rows = weeks.map((week) => row(weekCells(week, week.complete, week.by.join('; '))));
  return `\uFEFF${row(columns)}${rows.join('')}`;
}

/** The cells that the formats share; the others are given. */
function weekCells({ closed, days, from, number, opened, ran }: SeriesWeek, complete: string, by: string): readonly string[] {
  return [number, from, String(ran), complete, String(opened), String(closed), String(days ?? ''), by];
}

function episodeCells(of: Episode, rule: string, about: string, state: string): readonly string[] {
  const { closed, days, opened, severity } = of;
  return [rule, severity, about, day(opened), closed === null ? '' : day(closed), String(days ?? ''), state];
}

function auditCells({ complete, since, until, witness }: Series['audits'][number], file: string): readonly string[] {
  return [file, since === null ? 'a commit' : day(since), day(until), complete ? 'yes' : 'no', witnessWords(witness)];
}

const trendColumns =
  'of name week from audits complete missing evidence changes owing covered unknown exceptions emergencies left_out accepted overrides days_to_fix notes';

/** A week without an audit is a row with empty cells: nothing is filled in. */
export function trendCsv({ trend }: Series): string {
  const rows = trend.map((one) => {
    const { audits, complete, evidence, from, missing, name, notes, numbers: all, of, week } = one;
    const told = all === null ? undefined : trendNumbers(all);
    const counts = [all?.changes, all?.owing, all?.covered, all?.unknown, told?.exceptions, told?.emergencies];
    const more = [all?.leftOut, all?.accepted, told?.overrides, all?.daysToFix];
    const numbers = [...counts, ...more].map((cell) => String(cell ?? ''));
    const about = [of, name, week, from, String(audits), complete, missing.join('; '), evidence.join('; ')];
    return row([...about, ...numbers, notes.join('; ')]);
  });
  return `\uFEFF${row(trendColumns.split(' '))}${rows.join('')}`;
}

/** Exceptions are emergencies, changes that were left out, and accepted findings: known where each of them is. */
function trendNumbers({ accepted, emergencies, leftOut, overrides }: NonNullable<TrendRow['numbers']>) {
  const words = (number: number | null): string => (number === null ? 'not known' : String(number));
  return {
    exceptions: words(emergencies === null ? null : emergencies + leftOut + accepted),
    emergencies: words(emergencies),
    overrides: words(overrides),
  };
}

export const trendHead = ['Of', 'Week', 'Audits', 'Complete', 'Evidence', 'Covered', 'Exceptions', 'Overrides', 'Days to fix', 'Notes'];

/** For people. Foreign text as it came. */
export function trendCells({ audits, complete, evidence, missing, name, notes, numbers: all, of, week }: TrendRow): readonly string[] {
  const { exceptions, overrides } = all === null ? { exceptions: '', overrides: '' } : trendNumbers(all);
  const unclear = all === null || all.unknown === 0 ? '' : `, ${all.unknown} not known`;
  const gaps = missing.length === 0 ? [] : [`no complete audit of the whole week: ${list(missing, 10)}`];
  return [
    of === 'team' ? `team ${name}` : name,
    week,
    String(audits),
    completeWords[complete],
    evidence.map((kind) => evidenceWords[kind]).join(', '),
    all === null ? '' : `${all.covered} of ${all.owing}${unclear}`,
    exceptions,
    overrides,
    String(all?.daysToFix ?? ''),
    [...gaps, ...notes].join('; '),
  ];
}

const jsonVersion = 1;

/** `verdict` is the one without `fail-on-severity`, which only decides about the job. */
export function json(series: Series): string {
  const { audits, broken, episodes, findings, others, weeks } = series;
  const report = {
    kind: 'series',
    version: jsonVersion,
    ...shownOutcome(seriesOutcome(series, 'high')),
    ...pick(series, 'complete', 'repository', 'repositoryId', 'org', 'period', 'changes', 'holes'),
    weeks: weeks.map((week) => ({
      week: week.number,
      ...pick(week, 'from', 'ran', 'complete', 'opened', 'closed'),
      daysToFix: week.days,
      by: week.by,
    })),
    trend: series.trend,
    audits: audits.map((audit) => ({ ...shownAudit(audit), witness: audit.witness })),
    others: others.map(shownAudit),
    broken: broken.map((file) => pick(file, 'file', 'why')),
    seriesFindings: findings.map((finding) => pick(finding, 'rule', 'severity', 'file', 'message', 'fix')),
    findings: episodes.map((one) => ({
      ...pick(one, 'key', 'rule', 'severity'),
      subject: pick(one.subject, 'kind', 'id', 'url'),
      ...pick(one, 'message', 'state', 'opened', 'openedIn'),
      openedBefore: one.isBefore,
      ...pick(one, 'closed', 'closedIn'),
      daysToFix: one.days,
      accepted: one.accepted,
      fixedBy: null,
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function shownAudit(audit: SeriesAudit): object {
  const { digest, packed, previous } = audit;
  return {
    ...pick(audit, 'file', 'repository', 'repositoryId', 'org', 'since', 'until', 'at', 'complete', 'changes', 'run'),
    report: digest,
    manifest: packed?.digest ?? null,
    previous: previous === null ? null : pick(previous, 'report', 'manifest'),
  };
}

/** Most findings of audits that people read on a screen; the reports have all of them. */
const mostEpisodes = 50;

export type SeriesRows = ReturnType<typeof rowsOf>;

/** For a terminal. */
export function rowsOf({ audits, broken, episodes, trend, weeks }: Series) {
  const more = episodes.length - mostEpisodes;
  return [
    {
      head: ['AUDIT', 'FROM', 'TO', 'COMPLETE', 'WITNESS'],
      rows: [...audits.map((audit) => auditCells(audit, audit.file)), ...broken.map(({ file }) => [file, '', '', 'does not hold', ''])],
    },
    {
      head: ['WEEK', 'FROM', 'RAN', 'COMPLETE', 'OPENED', 'CLOSED', 'DAYS', 'BY WHOM'],
      rows: weeks.map((week) => weekCells(week, completeWords[week.complete], week.by.join(', '))),
      numeric: [2, 4, 5, 6],
    },
    {
      head: trendHead.map((name) => name.toUpperCase()),
      rows: trend.map(trendCells),
      numeric: [2, 6, 7, 8],
    },
    {
      head: ['FINDING', 'SEVERITY', 'ABOUT', 'OPENED', 'CLOSED', 'DAYS', 'STATE'],
      rows: worstEpisodes(episodes)
        .slice(0, mostEpisodes)
        .map((one) => episodeCells(one, one.rule, `${one.subject.kind} ${one.subject.id.slice(0, 12)}`, stateWords(one))),
      numeric: [5],
      note: more > 0 ? `and ${grouped(more)} more findings: \`--json-file FILE\` has all of them` : undefined,
    },
  ];
}

export type SeriesReport = (series: Series, failOn: Severity | 'none') => string;

export function markdown(series: Series, failOn: Severity | 'none' = 'high'): string {
  return page(series, failOn, 2_000);
}

/** For the summary of a job, which has little room. */
export function summary(series: Series, failOn: Severity | 'none'): string {
  return page(series, failOn, 60);
}

/** At most `most` rows in each table. */
function page(series: Series, failOn: Severity | 'none', most: number): string {
  const { icon, why, word } = seriesOutcome(series, failOn);
  return [
    `## ${icon} Series of audits: ${word}\n\n${showText(scopeWords(series), 500)}. ${why}\n\n${showText(seriesWords(series), 600)}.\n`,
    section('### About the series', series.findings.map(findingLine), { most }),
    section('### Weeks', series.weeks.map(weekRow), { most, table: weekHead }),
    section('### Trend', series.trend.map(trendRow), { most, table: trendTable }),
    section('### Findings of the audits', worstEpisodes(series.episodes).map(episodeRow), { most, table: episodeHead }),
    section('### Audits', series.audits.map(auditRow), { most, table: auditHead }),
  ].join('');
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

function findingLine({ fix, message, rule, severity }: SeriesFinding): string {
  return `- **${severity}** ${showText(rule, 60)}: ${showText(message, 600)}. Fix: ${showText(fix, 500)}\n`;
}

const weekHead = '| Week | From | Ran | Complete | Opened | Closed | Days to fix | By whom |\n|:--|:--|--:|:--|--:|--:|--:|:--|\n';

function weekRow(week: SeriesWeek): string {
  return tableRow(weekCells(week, completeWords[week.complete], week.by.map((name) => showText(name, 100)).join(', ')));
}

const trendTable = `| ${trendHead.join(' | ')} |\n|:--|:--|--:|:--|:--|:--|--:|--:|--:|:--|\n`;

function trendRow(one: TrendRow): string {
  return tableRow(trendCells(one).map((cell) => showText(cell, 300)));
}

const episodeHead = '| Finding | Severity | About | Opened | Closed | Days to fix | State |\n|:--|:--|:--|:--|:--|--:|:--|\n';

function episodeRow(one: Episode): string {
  const { rule, subject } = one;
  const about = showLink(`${subject.kind} ${subject.id.slice(0, 40)}`, subject.url);
  return tableRow(episodeCells(one, showText(rule, 60), about, showText(stateWords(one), 300)));
}

const auditHead = '| File | From | To | Complete | Witness | Report |\n|:--|:--|:--|:--|:--|:--|\n';

function auditRow(audit: Series['audits'][number]): string {
  return tableRow([...auditCells(audit, showText(audit.file, 200)), showLink(audit.digest.slice(0, 12), audit.run)]);
}
