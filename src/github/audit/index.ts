// The questions of an audit to GitHub: loaded when one runs, and not before.
export { openAuditPort } from './port.ts';
export { readRulesets } from './rules.ts';
export type { AuditAccess } from './session.ts';
export { listOrganization, lookUpRepositories } from './organization.ts';
export { openAppTokens, type AppTokens } from './app-tokens.ts';
