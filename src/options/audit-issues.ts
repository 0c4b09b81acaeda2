import { repositoryOption } from './audit.ts';
import { auditReportOptions } from './audit-reports.ts';
import { githubTokenOption } from './display.ts';
import { dryRunOption } from './subject.ts';
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
  { ...dryRunOption, description: 'Send nothing: say which issues would be opened, changed and closed.' },
  repositoryOption,
  githubTokenOption,
] as const satisfies readonly OptionSpec[];

export const requiredForIssues = ['json-file', 'github-token'] as const satisfies readonly NamesOf<typeof auditIssuesOptions>[];
