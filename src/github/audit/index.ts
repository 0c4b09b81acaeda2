export { openAuditPort } from './port.ts';
export type { AuditAccess } from './session.ts';
