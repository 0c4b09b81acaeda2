import { allOrComplaints } from './all-or-complaints.ts';
import type { AuditIssuesSettings, IssuesOption } from './audit-issues.ts';
import { readRepository } from './read-audit.ts';
import type { OptionReader } from './reader.ts';

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
