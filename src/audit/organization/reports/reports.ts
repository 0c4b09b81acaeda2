import { row } from '../../reports/csv.ts';
import { shownOutcome } from '../../reports/json.ts';
import { allSince } from '../../reports/words.ts';
import { coveredOf, sinceIn, type MergedRepository, type OrganizationAudit } from '../merge.ts';
import type { AuditedRepository } from '../part.ts';
import { writeHtml as html } from './html.ts';
import { markdown, summary } from './markdown.ts';
import { findingsOf, lackingIn, outcomeOf, repositoryWords } from './words.ts';

/** The repositories as a table, one a row, by RFC 4180. Without the mark of UTF-8, Excel reads it by the code page of the machine. */
function* csv({ repositories }: OrganizationAudit): Generator<string> {
  yield `\uFEFF${row(columns.map(({ name }) => name))}`;
  for (const one of repositories) yield row(columns.map(({ cell }) => cell(one)));
}

interface Column {
  readonly name: string;
  readonly cell: (one: MergedRepository) => string;
}

/** A number of an audit; empty where there was none, which is no zero. */
function counted(number: (result: AuditedRepository) => number): Column['cell'] {
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
  { name: 'changes', cell: counted(({ changes }) => changes) },
  { name: 'covered', cell: counted(coveredOf) },
  { name: 'landings', cell: counted(({ landings }) => landings) },
  { name: 'commits', cell: counted(({ commits }) => commits) },
  { name: 'open_findings', cell: found('open') },
  { name: 'accepted', cell: found('accepted') },
  { name: 'critical', cell: found('critical') },
  { name: 'high', cell: found('high') },
  { name: 'medium', cell: found('medium') },
  { name: 'low', cell: found('low') },
  { name: 'rules_not_tested', cell: counted(({ rules }) => lackingIn(rules).length) },
  { name: 'missing', cell: counted(({ holes }) => holes.length) },
  { name: 'shown_as', cell: (one) => outcomeOf(one).word },
  ...allSince.map((kind): Column => ({ name: sinceColumns[kind], cell: counted((result) => sinceIn([result])[kind]) })),
  { name: 'audit_before_until', cell: ({ result }) => (result?.kind === 'audited' ? (result.previous?.until ?? '') : '') },
];

/** All of it for programs, a repository a line. Each field by its name: the order stays the same from version to version. */
function* json({ holes, outcome, plan, repositories, scope, totals }: OrganizationAudit): Generator<string> {
  const { at, audit, exclusions, kind, organization, period, seenBy, serverUrl, tool, witnesses = [] } = plan;
  const head = {
    format: 'compliance-evidence-organization-audit',
    version: 1,
    ...shownOutcome(outcome),
    fails: outcome.fails,
    organization,
    kind,
    serverUrl,
    tool,
    at,
    period,
    seenBy,
    audit,
    exclusions,
    witnesses,
    scope,
    totals,
    holes,
  };
  yield JSON.stringify(head, null, 2).slice(0, -2);
  yield ',\n  "repositories": [';
  let separator = '\n    ';
  for (const one of repositories) {
    yield `${separator}${JSON.stringify(shown(one))}`;
    separator = ',\n    ';
  }
  yield separator === '\n    ' ? ']\n}\n' : '\n  ]\n}\n';
}

function shown({ outcome, planned, result }: MergedRepository): object {
  const { audited, before, createdAt, id, name, pushedAt, reason, state } = planned;
  const ended = outcome === null ? { verdict: null, outcome: null } : shownOutcome(outcome);
  const own = { id, name, state, reason, before, createdAt, pushedAt, audited, ...ended, fails: outcome?.fails ?? false };
  if (result === null) return own;
  switch (result.kind) {
    case 'empty':
      return { ...own, result: result.kind };
    case 'failed':
      return { ...own, result: result.kind, why: result.why, fix: result.fix };
    case 'audited': {
      const { basis, branches, changes, commits, complete, findings, holes, landings, previous, rules, states } = result;
      const numbers = { changes, covered: coveredOf(result), landings, commits, states };
      return {
        ...own,
        result: result.kind,
        complete,
        basis,
        branches,
        ...numbers,
        previous,
        since: sinceIn([result]),
        holes,
        rules,
        findings,
      };
    }
  }
}

/** A report of an organization's audit: parts of text, in the order in which they are written. */
export type OrganizationReport = (audit: OrganizationAudit) => Iterable<string>;

/** Every form, by the option that names its file. */
export const organizationReports = {
  html,
  csv,
  'json-file': json,
  markdown,
} as const satisfies Readonly<Record<string, OrganizationReport>>;

export const organizationSummary: OrganizationReport = summary;
