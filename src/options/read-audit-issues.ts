import { allOrComplaints } from './all-or-complaints.ts';
import type { AuditIssuesSettings, auditIssuesOptions } from './audit-issues.ts';
import { readRepository } from './read-audit.ts';
import type { ReaderOf } from './reader.ts';

export function readAuditIssues(read: ReaderOf<typeof auditIssuesOptions>): AuditIssuesSettings {
  return allOrComplaints<AuditIssuesSettings>({
    report: () => read.required('json-file'),
    issues: () => read.choice('issues'),
    most: () => readMost(read),
    repository: () => readRepository(read),
    githubToken: () => read.required('github-token'),
  });
}

function readMost(read: ReaderOf<typeof auditIssuesOptions>): number {
  const most = read.count('most-issues');
  if (most >= 1 && most <= 100) return most;
  throw read.invalid('most-issues', `is ${most}`, 'Write 1 to 100, or `issues: none` for no issue');
}
