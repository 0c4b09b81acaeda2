import { count, grouped } from '../../../text/index.ts';
import { fixShown, section, shown, subjectShown } from '../../reports/markdown-parts.ts';
import { momentWords } from '../../reports/words.ts';
import { coveredOf, type MergedRepository, type OrganizationAudit } from '../merge.ts';
import {
  findingsOf,
  lackingIn,
  outcomeOf,
  repositoryWords,
  sinceHeading,
  sinceOfRepository,
  sinceWordsOf,
  stateWords,
  untestedIn,
  untestedWords,
  whyWords,
  worstFirst,
  type UntestedSomewhere,
} from './words.ts';

interface Most {
  readonly holes: number;
  readonly rows: number;
  /** Findings of one repository, and repositories whose findings are listed. */
  readonly findings: number;
  readonly groups: number;
}

/** The audit of an organization as a page of markdown. */
export function markdown(audit: OrganizationAudit): Generator<string> {
  return page(audit, { holes: 1_000, rows: 5_000, findings: 200, groups: 1_000 });
}

/** As the summary of a job: GitHub shows nothing of one that is larger than 1 MiB, so that each list is short. */
export function summary(audit: OrganizationAudit): Generator<string> {
  return page(audit, { holes: 20, rows: 300, findings: 5, groups: 20 });
}

function* page(audit: OrganizationAudit, most: Most): Generator<string> {
  const { holes, plan, repositories, totals } = audit;
  const { icon, word } = audit.outcome;
  const { at, organization, period } = plan;
  yield `## ${icon} Audit of ${shown(organization)}: ${word}\n\n${whyWords(audit).join(' ')}\n\n`;
  yield `What landed from ${shown(momentWords(period.since, plan.audit))} up to ${shown(momentWords(period.until, plan.audit))} in ${count(repositories.length, 'repository', 'repositories')}: ${shown(stateWords(audit))}. `;
  yield `${count(totals.changes, 'change')}, ${grouped(totals.covered)} of them covered.\n`;
  yield since(audit);
  const missing = holes.map(({ fix, what, why }) => `- ❔ **${shown(what)}**: ${shown(why, 500)}. Fix: ${fixShown(fix, 3)}\n`);
  yield section('### What is missing', missing, { most: most.holes });
  yield section('### Not tested', untestedIn(audit).map(untestedRow), { most: most.holes, table: untestedHead });
  const table =
    '| Repository | State | Verdict | Changes | Covered | Findings | Since the audit before | Not tested | Why |\n|:--|:--|:--|--:|--:|--:|:--|--:|:--|\n';
  yield section('### Repositories', repositories.slice(0, most.rows).map(repositoryRow), {
    table,
    most: most.rows,
    all: repositories.length,
  });
  const found = repositories.filter((one) => findingsOf(one).open > 0);
  for (const one of found.slice(0, most.groups)) yield findings(one, most.findings);
  const more = found.length - most.groups;
  if (more > 0) yield `\n_Findings of ${count(more, 'more repository', 'more repositories')}: the JSON report has all of them._\n`;
  const made = `Made by ${plan.tool.name} ${plan.tool.version}, as things stood at ${at}. Scope ${audit.scope}.`;
  yield `\n<sub>${shown(made, 500)}</sub>\n`;
}

function since(audit: OrganizationAudit): string {
  const { none, rows } = sinceWordsOf(audit);
  const table = '| Findings | How many | Where |\n|:--|--:|:--|\n';
  const told = section(
    `### ${sinceHeading}`,
    rows.map(({ number, what, where }) => `| ${what} | ${grouped(number)} | ${shown(where, 400)} |\n`),
    { table },
  );
  return `${told}${none === null ? '' : `\n${shown(none, 500)}\n`}`;
}

const untestedHead = '| Rule | Not tested in | Why |\n|:--|:--|:--|\n';

function untestedRow(one: UntestedSomewhere): string {
  const { where, why } = untestedWords(one);
  return `| ${shown(one.rule, 60)} | ${shown(where, 400)} | ${shown(why, 400)} |\n`;
}

function repositoryRow(one: MergedRepository): string {
  const { planned, result } = one;
  const numbers =
    result?.kind === 'audited'
      ? [
          ...[result.changes, coveredOf(result), findingsOf(one).open].map(grouped),
          sinceOfRepository(one),
          grouped(lackingIn(result.rules).length),
        ]
      : ['', '', '', '', ''];
  const { icon, word } = outcomeOf(one);
  return `| ${[shown(planned.name), planned.state, `${icon} ${word}`, ...numbers, shown(repositoryWords(one), 200)].join(' | ')} |\n`;
}

function findings({ planned, result }: MergedRepository, most: number): string {
  const all = result?.kind === 'audited' ? result.findings : [];
  const rows = worstFirst
    .flatMap((severity) => all.filter((finding) => finding.severity === severity))
    .slice(0, most)
    .map(
      ({ accepted, carried, message, rule, severity, status, subject }) =>
        `| ${severity} | ${shown(rule, 60)} | ${subjectShown(subject)} | ${shown(message)} | ${accepted === null ? status : `accepted by ${shown(accepted.owner, 60)}`}${carried === null ? '' : `; ${shown(carried)}`} |\n`,
    );
  const table = '| Severity | Rule | About | What | State |\n|:--|:--|:--|:--|:--|\n';
  return section(`### Findings in ${shown(planned.name)}`, rows, { table, most, all: all.length });
}
