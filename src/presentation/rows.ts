import type { VerdictRow } from '../gate/index.ts';

/** What people see of the state of a row of the trail. */
export const rowWords: Readonly<Record<VerdictRow['state'], { readonly icon: string; readonly word: string }>> = {
  compliant: { icon: '✅', word: 'compliant' },
  'non-compliant': { icon: '❌', word: 'not compliant' },
  missing: { icon: '🟡', word: 'missing' },
  unknown: { icon: '❔', word: 'unknown' },
  overridden: { icon: '🔵', word: 'overridden as compliant' },
};

/** Who requires an attestation, in a cell of a table. */
export function requiredWords({ requiredBy }: Pick<VerdictRow, 'requiredBy'>): string {
  return requiredBy.length === 0 ? 'nobody' : requiredBy.join(', ');
}
