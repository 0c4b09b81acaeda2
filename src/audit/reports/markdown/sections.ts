import {
  auditOutcome,
  carriedWords,
  entryWords,
  populationWords,
  unaskedHeading,
  unaskedLines,
  untestedRules,
  type LookedAt,
} from '../../../presentation/index.ts';
import { count, grouped, list } from '../../../text/index.ts';
import { severities } from '../../findings/finding.ts';
import type { Audit, JudgedFinding } from '../../judge/audit.ts';
import { lookedAt, missing } from '../incomplete.ts';
import { gitAloneWords } from '../git-alone.ts';
import { asOfWords, readAtOf } from '../as-of-words.ts';
import { momentWords } from '../in-zone.ts';
import { endingSoonWords } from '../ending-soon.ts';
import { numbersOf, openFindings } from '../numbers.ts';
import { scopeWords } from '../scope-words.ts';
import { coverWords, headWords, ownHeadWords, placeWords, untilWords, witnessWords } from '../witness-words.ts';
import { fixShown, linked, shown, subjectShown } from './shown.ts';
import type { Header } from '../../facts/line.ts';

export function head(audit: Audit): string {
  const numbers = numbersOf(audit);
  const { icon, text } = auditOutcome(numbers);
  const { end, header, previous } = audit.world;
  const asOf = asOfWords(header);
  const alone = gitAloneWords(audit.world);
  const open = openFindings(audit.findings);
  const bySeverity = severities
    .toReversed()
    .map((severity) => [severity, open.filter((finding) => finding.severity === severity).length] as const)
    .filter(([, number]) => number > 0)
    .map(([severity, number]) => `${grouped(number)} ${severity}`);
  const since =
    previous === null
      ? 'no audit before is known'
      : `${grouped(numbers.fresh)} new since the audit up to ${momentWords(previous.until, header)}, ${grouped(numbers.fixed)} fixed`;
  const elsewhere =
    end.trailsElsewhere === 0
      ? ''
      : ` ${count(end.trailsElsewhere, 'trail')} ${end.trailsElsewhere === 1 ? 'is' : 'are'} about commits of no audited branch.`;
  return [
    `## ${icon} Audit: ${text}`,
    `${shown(repositoryWords(header), 500)}: ${shown(periodWords(header))}.`,
    ...(asOf === undefined ? [] : [`${shown(asOf, 300)}.`]),
    `${populationWords(numbers)}.${elsewhere}`,
    `${count(numbers.open, 'open finding')}${bySeverity.length === 0 ? '' : ` (${list(bySeverity)})`}; ${shown(since)}${numbers.accepted === 0 ? '' : `; ${grouped(numbers.accepted)} accepted`}.`,
    ...(alone === undefined ? [] : [`> ⚠️ ${shown(alone, 1000)}`]),
    '',
  ].join('\n\n');
}

/** All that is missing, and the rules that say nothing: on top of the page, and never green. */
export function untested(audit: Audit, most: number): string {
  const holes = missing(audit).map(({ fix, what, why }) => `- ❔ **${shown(what, 200)}**: ${shown(why)}. Fix: ${fixShown(fix, 3)}\n`);
  const rules = untestedRules(audit.rules)
    .filter(({ lack }) => lack === 'answer')
    .map(({ isPartly, rule, why }) => `- ${shown(rule, 60)}${isPartly ? ', not everywhere' : ''}: ${shown(why)}\n`);
  const unasked = unaskedLines(audit.rules).map((line) => `- ${shown(line)}\n`);
  return [
    section('### What is missing', holes, { most }),
    section('### Not tested', rules, { most }),
    section(`### ${unaskedHeading}`, unasked, { most }),
  ].join('');
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

export function foot({ world }: Audit): string {
  const { run, tool, workflow } = world.header;
  const at = momentWords(world.header.at, world.header);
  const made = `Made by ${tool.name} ${tool.version}${workflow === null ? '' : `, workflow ${workflow}`}, as things stood at ${at}.`;
  return `\n<sub>${shown(made, 500)}${run === null ? '' : ` ${linked('The run', run)}.`}</sub>\n`;
}

/** The repository and its branches, as a report names them. Foreign text as it came. */
export function repositoryWords({ branches, repository }: Header): string {
  const names = branches.map(({ name }) => name).join(', ');
  return `${repository ?? 'this repository'}${names === '' ? '' : `, ${branches.length === 1 ? 'branch' : 'branches'} ${names}`}`;
}

/** From when until when, and by whose clock. */
export function periodWords(header: Header): string {
  const { period } = header;
  const alone = scopeWords(header);
  const until = momentWords(period.until, header);
  if (alone !== undefined) return `what landed with ${alone} alone, up to ${until}`;
  const { by, sinceSha } = period;
  const since = period.since === null ? 'the beginning' : momentWords(period.since, header);
  switch (by) {
    case 'landing':
      return `what landed from ${since} up to ${until}, by GitHub's clock`;
    case 'committer-date':
      return `what was committed from ${since} up to ${until}: the dates are a claim of whoever committed`;
    case 'last-audit':
      return `what came after the last complete audit, which ended ${since}, up to ${until}`;
    case 'commits':
      return `what is reachable from the tips and not from ${sinceSha ?? 'any commit before'}`;
  }
}
