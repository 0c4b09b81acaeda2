import { pick } from '../../../text/index.ts';
import type { Severity } from '../../facts/finding.ts';
import { row } from '../../reports/csv.ts';
import { shownOutcome } from '../../reports/json.ts';
import { showLink, section, showText } from '../../reports/markdown-parts.ts';
import { worstEpisodes } from '../episodes.ts';
import { scopeWords } from '../scope.ts';
import type { Episode, Series, SeriesAudit, SeriesFinding, SeriesWeek } from '../series.ts';
import { completeWords, day, seriesOutcome, seriesWords, stateWords, witnessWords } from '../words.ts';

const columns = ['week', 'from', 'ran', 'complete', 'opened', 'closed', 'days_to_fix', 'by_whom'];

export function csv({ weeks }: Series): string {
  const rows = weeks.map(({ by, closed, complete, days, from, number, opened, ran }) =>
    row([number, from, String(ran), complete, String(opened), String(closed), days === null ? '' : String(days), by.join('; ')]),
  );
  return `\uFEFF${row(columns)}${rows.join('')}`;
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

export interface SeriesRows {
  /** WEEK, FROM, RAN, COMPLETE, OPENED, CLOSED, DAYS, BY. */
  readonly weeks: readonly (readonly string[])[];
  /** FILE, FROM, TO, COMPLETE, WITNESS. */
  readonly audits: readonly (readonly string[])[];
  /** FINDING, SEVERITY, ABOUT, OPENED, CLOSED, DAYS, STATE: those that stand first. */
  readonly episodes: readonly (readonly string[])[];
  /** Findings of audits that are not among them. */
  readonly more: number;
  readonly words: string;
}

export function rowsOf(series: Series): SeriesRows {
  return {
    weeks: series.weeks.map(({ by, closed, complete, days, from, number, opened, ran }) => [
      number,
      from,
      String(ran),
      completeWords[complete],
      String(opened),
      String(closed),
      days === null ? '' : String(days),
      by.join(', '),
    ]),
    audits: [
      ...series.audits.map(({ complete, file, since, until, witness }) => [
        file,
        since === null ? 'a commit' : day(since),
        day(until),
        complete ? 'yes' : 'no',
        witnessWords(witness),
      ]),
      ...series.broken.map(({ file }) => [file, '', '', 'does not hold', '']),
    ],
    episodes: worstEpisodes(series.episodes)
      .slice(0, mostEpisodes)
      .map((one) => [
        one.rule,
        one.severity,
        `${one.subject.kind} ${one.subject.id.slice(0, 12)}`,
        day(one.opened),
        one.closed === null ? '' : day(one.closed),
        one.days === null ? '' : String(one.days),
        stateWords(one),
      ]),
    more: Math.max(0, series.episodes.length - mostEpisodes),
    words: seriesWords(series),
  };
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
    section('### Findings of the audits', worstEpisodes(series.episodes).map(episodeRow), { most, table: episodeHead }),
    section('### Audits', series.audits.map(auditRow), { most, table: auditHead }),
  ].join('');
}

function findingLine({ fix, message, rule, severity }: SeriesFinding): string {
  return `- **${severity}** ${showText(rule, 60)}: ${showText(message, 600)}. Fix: ${showText(fix, 500)}\n`;
}

const weekHead = '| Week | From | Ran | Complete | Opened | Closed | Days to fix | By whom |\n|:--|:--|--:|:--|--:|--:|--:|:--|\n';

function weekRow({ by, closed, complete, days, from, number, opened, ran }: SeriesWeek): string {
  const cells = [number, from, ran, completeWords[complete], opened, closed, days ?? '', by.map((name) => showText(name, 100)).join(', ')];
  return `| ${cells.join(' | ')} |\n`;
}

const episodeHead = '| Finding | Severity | About | Opened | Closed | Days to fix | State |\n|:--|:--|:--|:--|:--|--:|:--|\n';

function episodeRow(one: Episode): string {
  const { closed, days, opened, rule, severity, subject } = one;
  const cells = [
    showText(rule, 60),
    severity,
    showLink(`${subject.kind} ${subject.id.slice(0, 40)}`, subject.url),
    day(opened),
    closed === null ? '' : day(closed),
    days ?? '',
    showText(stateWords(one), 300),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

const auditHead = '| File | From | To | Complete | Witness | Report |\n|:--|:--|:--|:--|:--|:--|\n';

function auditRow({ complete, digest, file, run, since, until, witness }: Series['audits'][number]): string {
  const cells = [
    showText(file, 200),
    since === null ? 'a commit' : day(since),
    day(until),
    complete ? 'yes' : 'no',
    witnessWords(witness),
    showLink(digest.slice(0, 12), run),
  ];
  return `| ${cells.join(' | ')} |\n`;
}
