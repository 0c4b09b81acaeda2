import type { JunitResult } from '../contract/index.ts';

/**
 * A test-results record is compliant when no row has a failure or an error. A row of skipped tests, or of none at all,
 * says nothing against it: that nothing was tested is for the gate to say, which sees the totals.
 */
export function isJunitCompliant(rows: readonly Pick<JunitResult, 'failures' | 'errors'>[]): boolean {
  return rows.every((row) => row.failures === 0 && row.errors === 0);
}
