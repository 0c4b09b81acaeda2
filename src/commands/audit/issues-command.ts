import { auditIssuesOptions, requiredForIssues, uses, type AuditIssuesSettings } from '../../options/index.ts';
import { describeCommand } from '../run/command.ts';
import type { IssuesKept } from './result.ts';

export const auditIssuesCommand = describeCommand({
  name: 'audit-issues',
  summary: 'Open, update and close the issues about the findings of an audit, by its JSON report.',
  examples: ['compliance-evidence audit-issues --json-file audit.json --issues each --github-token "$GITHUB_TOKEN"'],
  options: uses(auditIssuesOptions, requiredForIssues),
  outputs: ['verdict', 'compliant', 'reasons'],
  async read(read): Promise<AuditIssuesSettings> {
    const { readAuditIssues } = await import('../../options/read-audits.ts');
    return readAuditIssues(read);
  },
  async run(settings, context): Promise<IssuesKept> {
    const { keepAuditIssues } = await import('./keep-issues.ts');
    return keepAuditIssues(settings, context);
  },
});
