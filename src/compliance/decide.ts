import type { ComplianceState } from '../contract/index.ts';
import type { StatusRow } from './rows.ts';

/**
 * The decision table, for a trail and for an artifact alike:
 *
 * | a present record says no | something required is missing | state |
 * |---|---|---|
 * | yes | either | NON-COMPLIANT |
 * | no | yes | INCOMPLETE |
 * | no | no | COMPLIANT |
 *
 * Records that the template does not name count as any other.
 */
export function decide(rows: readonly StatusRow[], somethingElseIsMissing = false): ComplianceState {
  if (rows.some((row) => row.status === 'COMPLETE' && !row.is_compliant)) return 'NON-COMPLIANT';
  if (somethingElseIsMissing || rows.some((row) => row.status === 'MISSING')) return 'INCOMPLETE';
  return 'COMPLIANT';
}
