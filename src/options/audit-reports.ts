import type { NamesOf, OptionSpec } from './spec.ts';

/** The options that name a file for each report of an audit. */
export const auditReportOptions = [
  {
    name: 'html',
    kind: 'text',
    placeholder: 'FILE',
    description: 'Write the report as one page that needs nothing else, for auditors: scope, population, findings, limits.',
  },
  { name: 'csv', kind: 'text', placeholder: 'FILE', description: 'Write a row a change as CSV, safe for spreadsheets.' },
  {
    name: 'json-file',
    kind: 'text',
    example: 'audit/audit.json',
    placeholder: 'FILE',
    description: 'The JSON report: `audit` writes it, as `--json` prints it, and `audit-issues` reads it.',
  },
  { name: 'sarif', kind: 'text', placeholder: 'FILE', description: 'Write the findings as SARIF 2.1.0, for code scanning.' },
  { name: 'junit', kind: 'text', placeholder: 'FILE', description: 'Write the rules as JUnit XML, a test case a rule and change.' },
  { name: 'markdown', kind: 'text', placeholder: 'FILE', description: 'Write the report as Markdown.' },
  {
    name: 'badge',
    kind: 'text',
    placeholder: 'FILE',
    description: 'Write a badge: `….svg` is a picture, `….json` is for an endpoint badge of shields.io.',
  },
  {
    name: 'oscal',
    kind: 'text',
    placeholder: 'FILE',
    description: 'Write the assessment results of OSCAL 1.1 as JSON, for tools of governance and risk; the plan is in it.',
  },
  {
    name: 'oscal-plan',
    kind: 'text',
    placeholder: 'FILE',
    description: 'Write the assessment plan that the `oscal` results belong to as a file of its own, for tools that ask for one.',
  },
] as const satisfies readonly OptionSpec[];

export type AuditReportOption = NamesOf<typeof auditReportOptions>;

/** The format of a report: each form is one of its own. */
export type AuditReportForm =
  | 'html'
  | 'csv'
  | 'json'
  | 'sarif'
  | 'junit'
  | 'markdown'
  | 'badge-json'
  | 'badge-svg'
  | 'oscal'
  | 'oscal-plan';

/** A report that was asked for. */
export interface AuditReportFile {
  readonly option: AuditReportOption;
  readonly form: AuditReportForm;
  /** As it was given. */
  readonly path: string;
}
