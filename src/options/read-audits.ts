// One module, so that these are loaded as one chunk of the bundle when an audit runs.
export { readAudit, readAuditIssues } from './read-audit.ts';
export { readAuditMerge, readAuditPart, readAuditPlan } from './read-audit-organization.ts';
export { readReperform, readSeries } from './read-audit-series.ts';
