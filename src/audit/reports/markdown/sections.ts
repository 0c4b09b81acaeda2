import { auditWords, carriedWords, entryWords, populationWords, type LookedAt } from '../../../presentation/index.ts';
import { count, grouped, list } from '../../../text/index.ts';
import { severities } from '../../findings/finding.ts';
import type { Audit, JudgedFinding } from '../../judge/audit.ts';
import { missing } from '../incomplete.ts';
import { lookedAt } from '../looked.ts';
import { numbersOf } from '../numbers.ts';
import { periodWords, placeWords } from '../scope.ts';
import { fixShown, linked, shown, subjectShown } from './shown.ts';

/** The verdict, what it is about, and the numbers. */
export function head(audit: Audit): string {
  const numbers = numbersOf(audit);
  const { icon, text } = auditWords(numbers);
  const { end, header, previous } = audit.world;
  const open = openFindings(audit);
  const bySeverity = severities
    .toReversed()
    .map((severity) => [severity, open.filter((finding) => finding.severity === severity).length] as const)
    .filter(([, number]) => number > 0)
    .map(([severity, number]) => `${grouped(number)} ${severity}`);
  const since =
    previous === null
      ? 'no audit before is known'
      : `${grouped(numbers.fresh)} new since the audit up to ${previous.until}, ${grouped(numbers.fixed)} fixed`;
  const elsewhere =
    end.trailsElsewhere === 0
      ? ''
      : ` ${count(end.trailsElsewhere, 'trail')} ${end.trailsElsewhere === 1 ? 'is' : 'are'} about commits of no audited branch.`;
  return [
    `## ${icon} Audit: ${text}`,
    `${shown(placeWords(header), 500)}: ${shown(periodWords(header))}.`,
    `${populationWords(numbers)}.${elsewhere}`,
    `${count(numbers.open, 'open finding')}${bySeverity.length === 0 ? '' : ` (${list(bySeverity)})`}; ${shown(since)}${numbers.accepted === 0 ? '' : `; ${grouped(numbers.accepted)} accepted`}.`,
    ...(header.basis === 'git' ? ['> ⚠️ Basis: git alone. When something landed, and how a pull request stood then, is not known.'] : []),
    '',
  ].join('\n\n');
}

/** All that is missing, and the rules that say nothing: on top of the page, and never green. */
export function untested(audit: Audit, most: number): string {
  const holes = missing(audit).map(({ fix, what, why }) => `- ❔ **${shown(what, 200)}**: ${shown(why)}. Fix: ${fixShown(fix, 3)}\n`);
  const rules = audit.rules
    .filter(({ result, why }) => result === 'not tested' || (result === 'tested' && why !== null))
    .map(
      ({ result, rule, why }) =>
        `- ${shown(rule, 60)}${result === 'tested' ? ', not everywhere' : ''}: ${shown(why ?? 'nobody says why')}\n`,
    );
  return `${section('### What is missing', holes, most)}${section('### Not tested', rules, most)}`;
}

/** A heading and its items, after the head of a table if they are rows; of more than there is room for the number. */
export function section(heading: string, items: readonly string[], most: number, table = '', all = items.length): string {
  if (items.length === 0) return '';
  const more = all - most;
  return `\n${heading}\n\n${table}${items.slice(0, most).join('')}${more > 0 ? `\n_${count(more, 'more line')} not shown here._\n` : ''}`;
}

const icons = { critical: '🟥', high: '🟧', medium: '🟨', low: '⬜' } as const;

/** Open findings, the worst first. */
export function findingTable(audit: Audit, most: number): string {
  const findings = openFindings(audit);
  const looked = lookedAt(audit);
  const table = '| Severity | Rule | About | What | State |\n|:--|:--|:--|:--|:--|\n';
  return section(
    '### Findings, the worst first',
    findings.slice(0, most).map((finding) => findingRow(finding, looked)),
    most,
    table,
    findings.length,
  );
}

/** Open findings, accepted ones too. */
export function openFindings({ findings }: Audit): readonly JudgedFinding[] {
  return findings.filter(({ status }) => status !== 'fixed');
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

/** How to fix what was found, each fix once. */
export function fixes(findings: readonly JudgedFinding[], most: number): string {
  const once = new Map(findings.map(({ fix, rule }) => [`${rule}\n${fix}`, { fix, rule }]));
  return section(
    '### How to fix it',
    [...once.values()].map(({ fix, rule }) => `- **${shown(rule, 60)}**: ${fixShown(fix)}\n`),
    most,
  );
}

/** Findings of the audit before that are gone. */
export function fixedList({ findings }: Audit, most: number): string {
  const gone = findings.filter(({ status }) => status === 'fixed');
  return section(
    '### Fixed since the audit before',
    gone.map(({ rule, subject }) => `- ${shown(rule, 60)}: ${subjectShown(subject)}\n`),
    most,
  );
}

/** The program that made this report, and the files that it read. */
export function foot({ world }: Audit): string {
  const { at, run, tool, workflow } = world.header;
  const made = `Made by ${tool.name} ${tool.version}${workflow === null ? '' : `, workflow ${workflow}`}, as things stood at ${at}.`;
  return `\n<sub>${shown(made, 500)}${run === null ? '' : ` ${linked('The run', run)}.`}</sub>\n`;
}
