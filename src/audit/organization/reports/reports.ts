import { count, grouped, pick } from '../../../text/index.ts';
import { worstFirst } from '../../facts/finding.ts';
import { row } from '../../reports/csv.ts';
import { shownOutcome } from '../../reports/json.ts';
import { showFix, section, showText, showSubject } from '../../reports/markdown-parts.ts';
import { allSince, momentWords } from '../../reports/words.ts';
import { coveredOf, sinceIn, type MergedRepository, type OrganizationAudit } from '../merge.ts';
import type { AuditedRepository } from '../part.ts';
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
  type UntestedSomewhere,
} from './words.ts';

export function markdown(audit: OrganizationAudit): Generator<string> {
  return page(audit, { holes: 1_000, rows: 5_000, findings: 200, groups: 1_000 });
}

/** For the summary of a job: GitHub drops one that is larger than 1 MiB, so that each list is short. */
export function summary(audit: OrganizationAudit): Generator<string> {
  return page(audit, { holes: 20, rows: 300, findings: 5, groups: 20 });
}

function* page(
  audit: OrganizationAudit,
  most: { readonly holes: number; readonly rows: number; readonly findings: number; readonly groups: number },
): Generator<string> {
  const { holes, plan, repositories, totals } = audit;
  const { icon, word } = audit.outcome;
  const { at, organization, period } = plan;
  yield `## ${icon} Audit of ${showText(organization)}: ${word}\n\n${whyWords(audit).join(' ')}\n\n`;
  yield `What landed from ${showText(momentWords(period.since, plan.audit))} up to ${showText(momentWords(period.until, plan.audit))} in ${count(repositories.length, 'repository', 'repositories')}: ${showText(stateWords(audit))}. `;
  yield `${count(totals.changes, 'change')}, ${grouped(totals.covered)} of them covered.\n`;
  yield since(audit);
  const missing = holes.map(({ fix, what, why }) => `- ❔ **${showText(what)}**: ${showText(why, 500)}. Fix: ${showFix(fix, 3)}\n`);
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
  yield `\n<sub>${showText(made, 500)}</sub>\n`;
}

function since(audit: OrganizationAudit): string {
  const { none, rows } = sinceWordsOf(audit);
  const table = '| Findings | How many | Where |\n|:--|--:|:--|\n';
  const told = section(
    `### ${sinceHeading}`,
    rows.map(({ number, what, where }) => `| ${what} | ${grouped(number)} | ${showText(where, 400)} |\n`),
    { table },
  );
  return `${told}${none === null ? '' : `\n${showText(none, 500)}\n`}`;
}

const untestedHead = '| Rule | Not tested in | Why |\n|:--|:--|:--|\n';

function untestedRow(one: UntestedSomewhere): string {
  const { where, why } = untestedWords(one);
  return `| ${showText(one.rule, 60)} | ${showText(where, 400)} | ${showText(why, 400)} |\n`;
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
  return `| ${[showText(planned.name), planned.state, `${icon} ${word}`, ...numbers, showText(repositoryWords(one), 200)].join(' | ')} |\n`;
}

function findings({ planned, result }: MergedRepository, most: number): string {
  const all = result?.kind === 'audited' ? result.findings : [];
  const rows = worstFirst
    .flatMap((severity) => all.filter((finding) => finding.severity === severity))
    .slice(0, most)
    .map(
      ({ accepted, carried, message, rule, severity, status, subject }) =>
        `| ${severity} | ${showText(rule, 60)} | ${showSubject(subject)} | ${showText(message)} | ${accepted === null ? status : `accepted by ${showText(accepted.owner, 60)}`}${carried === null ? '' : `; ${showText(carried)}`} |\n`,
    );
  const table = '| Severity | Rule | About | What | State |\n|:--|:--|:--|:--|:--|\n';
  return section(`### Findings in ${showText(planned.name)}`, rows, { table, most, all: all.length });
}

/** One repository a row, by RFC 4180. Without the mark of UTF-8, Excel reads it by the code page of the machine. */
export function* csv({ repositories }: OrganizationAudit): Generator<string> {
  yield `\uFEFF${row(columns.map(({ name }) => name))}`;
  for (const one of repositories) yield row(columns.map(({ cell }) => cell(one)));
}

interface Column {
  readonly name: string;
  readonly cell: (one: MergedRepository) => string;
}

/** Empty where there was no audit, which differs from zero. */
function countCell(number: (result: AuditedRepository) => number): Column['cell'] {
  return ({ result }) => (result?.kind === 'audited' ? String(number(result)) : '');
}

function found(severity: keyof ReturnType<typeof findingsOf>): Column['cell'] {
  return (one) => (one.result?.kind === 'audited' ? String(findingsOf(one)[severity]) : '');
}

const sinceColumns = { new: 'new', fixed: 'fixed', again: 'looked_at_again', carried: 'not_looked_at_again' } as const;

/** A name stays the same from version to version, and new columns come at the end. */
const columns: readonly Column[] = [
  { name: 'repository', cell: ({ planned }) => planned.name },
  { name: 'id', cell: ({ planned }) => String(planned.id) },
  { name: 'state', cell: ({ planned }) => planned.state },
  { name: 'audited', cell: ({ planned }) => (planned.audited ? 'yes' : 'no') },
  { name: 'verdict', cell: ({ outcome }) => outcome?.ending ?? '' },
  { name: 'why', cell: repositoryWords },
  { name: 'name_before', cell: ({ planned }) => planned.before ?? '' },
  { name: 'changes', cell: countCell(({ changes }) => changes) },
  { name: 'covered', cell: countCell(coveredOf) },
  { name: 'landings', cell: countCell(({ landings }) => landings) },
  { name: 'commits', cell: countCell(({ commits }) => commits) },
  { name: 'open_findings', cell: found('open') },
  { name: 'accepted', cell: found('accepted') },
  { name: 'critical', cell: found('critical') },
  { name: 'high', cell: found('high') },
  { name: 'medium', cell: found('medium') },
  { name: 'low', cell: found('low') },
  { name: 'rules_not_tested', cell: countCell(({ rules }) => lackingIn(rules).length) },
  { name: 'missing', cell: countCell(({ holes }) => holes.length) },
  { name: 'shown_as', cell: (one) => outcomeOf(one).word },
  ...allSince.map((kind): Column => ({ name: sinceColumns[kind], cell: countCell((result) => sinceIn([result])[kind]) })),
  { name: 'audit_before_until', cell: ({ result }) => (result?.kind === 'audited' ? (result.previous?.until ?? '') : '') },
];

/** A repository a line. The order of the fields stays the same from version to version. */
export function* json(of: OrganizationAudit): Generator<string> {
  const { outcome, plan, repositories } = of;
  const { witnesses = [] } = plan;
  const head = {
    format: 'compliance-evidence-organization-audit',
    version: 1,
    ...shownOutcome(outcome),
    fails: outcome.fails,
    ...pick(plan, 'organization', 'kind', 'serverUrl', 'tool', 'at', 'period', 'seenBy', 'audit', 'exclusions'),
    witnesses,
    ...pick(of, 'scope', 'totals', 'holes'),
  };
  yield JSON.stringify(head, null, 2).slice(0, -2);
  yield ',\n  "repositories": [';
  let separator = '\n    ';
  for (const one of repositories) {
    yield `${separator}${JSON.stringify(shownRepository(one))}`;
    separator = ',\n    ';
  }
  yield separator === '\n    ' ? ']\n}\n' : '\n  ]\n}\n';
}

function shownRepository({ outcome, planned, result }: MergedRepository): object {
  const own = {
    ...pick(planned, 'id', 'name', 'state', 'reason', 'before', 'createdAt', 'pushedAt', 'audited'),
    ...(outcome === null ? { verdict: null, outcome: null } : shownOutcome(outcome)),
    fails: outcome?.fails ?? false,
  };
  switch (result?.kind) {
    case undefined:
      return own;
    case 'empty':
      return { ...own, result: result.kind };
    case 'failed':
      return { ...own, result: result.kind, ...pick(result, 'why', 'fix') };
    case 'audited':
      return {
        ...own,
        result: result.kind,
        ...pick(result, 'complete', 'basis', 'branches', 'changes'),
        covered: coveredOf(result),
        ...pick(result, 'landings', 'commits', 'states', 'previous'),
        since: sinceIn([result]),
        ...pick(result, 'holes', 'rules', 'findings'),
      };
  }
}
