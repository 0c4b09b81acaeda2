// The readers of an audit's options in one module, which is loaded as one chunk of the bundle when an audit runs.
export { readAudit } from './read-audit.ts';
export { readAuditIssues } from './read-audit-issues.ts';
