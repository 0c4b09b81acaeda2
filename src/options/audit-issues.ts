import { allOrComplaints } from './all-or-complaints.ts';
import { readRepository, repositoryOption } from './audit.ts';
import { auditReportOptions } from './audit-reports.ts';
import type { OptionReader } from './reader.ts';
import { githubTokenOption } from './reports.ts';
import type { NamesOf, OptionSpec } from './spec.ts';

/** How the findings of an audit become issues. */
export const issuesOptions = [
  {
    name: 'issues',
    kind: 'choice',
    choices: ['each', 'one', 'none'],
    default: 'one',
    whenEmpty: 'error',
    placeholder: 'HOW',
    description: 'Issues about open findings: `each` has one of its own, all share `one`, or `none` is opened, changed or closed.',
  },
  {
    name: 'most-issues',
    kind: 'count',
    default: '20',
    whenEmpty: 'error',
    placeholder: 'NUMBER',
    description:
      'How many issues of `issues: each` may be open at once, 1 to 100: the worst findings have one, and one more counts the rest.',
  },
] as const satisfies readonly OptionSpec[];

const [, , reportFileOption] = auditReportOptions;

export const auditIssuesOptions = [
  reportFileOption,
  ...issuesOptions,
  repositoryOption,
  githubTokenOption,
] as const satisfies readonly OptionSpec[];

type IssuesOption = NamesOf<typeof auditIssuesOptions>;

export const requiredForIssues = ['json-file', 'github-token'] as const satisfies readonly IssuesOption[];

export interface AuditIssuesSettings {
  /** The JSON report of an audit. */
  readonly report: string;
  readonly issues: 'each' | 'one' | 'none';
  readonly most: number;
  readonly repository: string | undefined;
  readonly githubToken: string;
}

export function readAuditIssues(read: OptionReader<IssuesOption>): AuditIssuesSettings {
  return allOrComplaints<AuditIssuesSettings>({
    report: () => read.required('json-file'),
    issues: () => issuesOf(read.choice('issues')),
    most: () => readMost(read),
    repository: () => readRepository(read),
    githubToken: () => read.required('github-token'),
  });
}

function issuesOf(choice: string): AuditIssuesSettings['issues'] {
  return choice === 'each' || choice === 'none' ? choice : 'one';
}

function readMost(read: OptionReader<IssuesOption>): number {
  const most = read.count('most-issues');
  if (most >= 1 && most <= 100) return most;
  throw read.invalid('most-issues', `is ${most}`, 'Write 1 to 100, or `issues: none` for no issue');
}
