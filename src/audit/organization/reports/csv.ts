import { row } from '../../reports/csv.ts';
import { allSince } from '../../reports/words.ts';
import { coveredOf, sinceIn, type MergedRepository, type OrganizationAudit } from '../merge.ts';
import type { AuditedRepository } from '../result.ts';
import { findingsOf, lackingIn, outcomeOf, repositoryWords } from './words.ts';

/** The repositories as a table, one a row, by RFC 4180. Without the mark of UTF-8, Excel reads it by the code page of the machine. */
export function* csv({ repositories }: OrganizationAudit): Generator<string> {
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
