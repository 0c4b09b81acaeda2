// The readers of all audits in one module: they are loaded when one runs, and then as one chunk of the bundle.
export { readAudit, readAuditIssues } from './read-audit.ts';
export { readAuditMerge, readAuditPart, readAuditPlan } from './read-audit-organization.ts';
export { readReperform, readSeries } from './read-audit-series.ts';
