// All that audits, in one module: it is loaded when one runs, and then as one chunk of the bundle.
export { audit, series } from './open.ts';
export { mergeOrganization } from './organization/merge.ts';
export { auditShard } from './organization/part.ts';
export { planOrganization } from './organization/plan.ts';
export { reperform } from './reperform.ts';
