import { carriedWords, entryWords, type LookedAt } from '../../../presentation/index.ts';
import { count } from '../../../text/index.ts';
import type { Audit, JudgedFinding } from '../../judge/audit.ts';
import { readAtOf } from '../as-of-words.ts';
import { endingSoonWords } from '../ending-soon.ts';
import { lookedAt, missing } from '../incomplete.ts';
import { openFindings } from '../numbers.ts';
import { coverWords, headWords, ownHeadWords, placeWords, untilWords, witnessWords } from '../witness-words.ts';
import { fixShown, shown, subjectShown } from './shown.ts';

/** All that is missing, and how to get it. */
export function holes(audit: Audit, most: number): string {
  const items = missing(audit).map(({ fix, what, why }) => `- ❔ **${shown(what, 200)}**: ${shown(why)}. Fix: ${fixShown(fix, 3)}\n`);
  return section('### What is missing', items, { most });
}

interface Limits {
  readonly most?: number;
  /** How many items there are, where not all are given. */
  readonly all?: number;
  /** The head of the table that the items are rows of. */
  readonly table?: string;
}

/** A heading and its items; of more than there is room for the number. */
export function section(heading: string, items: readonly string[], { all = items.length, most = all, table = '' }: Limits = {}): string {
  if (items.length === 0) return '';
  const more = all - most;
  return `\n${heading}\n\n${table}${items.slice(0, most).join('')}${more > 0 ? `\n_${count(more, 'more line')} not shown here._\n` : ''}`;
}

/** The end of the log, and what each head proves that somebody kept. */
export function witness({ world: { header, log } }: Audit, most: number): string {
  if (log === null) return '';
  const table = '| Witness | Kept by | Proves | Kept until |\n|:--|:--|:--|:--|\n';
  const rows = log.witnesses.map((each) => {
    const place = placeWords(each);
    const keeper = each.keeper === null ? 'nobody is named' : shown(each.keeper, 100);
    const mark = each.sequence === null ? '❌ ' : '';
    const by = `${keeper}${place === null ? '' : `, in ${place}`}`;
    return `| ${mark}${shown(each.link)} | ${by} | ${shown(witnessWords(each))} | ${shown(untilWords(each, header))} |\n`;
  });
  // The head is digits and a moment, to be copied as they are; only a keeper is foreign text.
  const own = `- ${headWords(log, readAtOf(header))}\n- ${ownHeadWords(header)}\n- ${coverWords(log)}\n`;
  return section('### Witness of the log', [own], {}) + section('#### Heads that somebody kept', rows, { most, table });
}

const icons = { critical: '🟥', high: '🟧', medium: '🟨', low: '⬜' } as const;

export function findingTable(audit: Audit, most: number): string {
  const findings = openFindings(audit.findings);
  const looked = lookedAt(audit);
  const table = '| Severity | Rule | About | What | State |\n|:--|:--|:--|:--|:--|\n';
  const rows = findings.slice(0, most).map((finding) => findingRow(finding, looked));
  return section('### Findings, the worst first', rows, { most, table, all: findings.length });
}

function findingRow(finding: JudgedFinding, looked: LookedAt): string {
  const { accepted, carried, firstSeen, message, rule, severity, status, subject } = finding;
  const unseen = carried ? `; ${shown(carriedWords(finding, looked))}` : '';
  const state =
    accepted === null
      ? status === 'open'
        ? `open since ${shown(firstSeen.slice(0, 10))}`
        : status
      : `accepted by ${shown(accepted.owner, 60)} until ${shown(accepted.until.slice(0, 10))}; ${shown(entryWords(accepted.by))}`;
  return `| ${icons[severity]} ${severity} | ${shown(rule, 60)} | ${subjectShown(subject)} | ${shown(message)} | ${state}${unseen} |\n`;
}

/** The acceptances that end soon: nobody should learn it from a job that fails. */
export function endingSoon(audit: Audit, most: number): string {
  const items = endingSoonWords(audit).map((words) => `- ${shown(words, 1500)}.\n`);
  return section('### Acceptances that end soon', items, { most });
}

/** How to fix the worst of what nobody accepted, each fix once. */
export function fixes(audit: Audit, most: number, mostFindings = Infinity): string {
  const findings = openFindings(audit.findings).filter(({ accepted }) => accepted === null);
  const once = new Map(findings.slice(0, mostFindings).map(({ fix, rule }) => [`${rule}\n${fix}`, { fix, rule }]));
  const items = [...once.values()].map(({ fix, rule }) => `- **${shown(rule, 60)}**: ${fixShown(fix)}\n`);
  return section('### How to fix it', items, { most });
}

export function fixedList({ findings }: Audit, most: number): string {
  const gone = findings.filter(({ status }) => status === 'fixed');
  const items = gone.map(({ rule, subject }) => `- ${shown(rule, 60)}: ${subjectShown(subject)}\n`);
  return section('### Fixed since the audit before', items, { most });
}
