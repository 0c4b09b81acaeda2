// The readers of an audit's options in one module: it is loaded when one runs, and then as one chunk of the bundle.
export { readAudit } from './read-audit.ts';
export { readAuditIssues } from './read-audit-issues.ts';
