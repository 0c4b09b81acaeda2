import type { VerdictRow } from '../gate/index.ts';
import { overriddenWord } from './verdicts.ts';

interface RowWords {
  readonly icon: string;
  readonly word: string;
}

const words: Readonly<Record<VerdictRow['state'], RowWords>> = {
  compliant: { icon: '✅', word: 'compliant' },
  'non-compliant': { icon: '❌', word: 'not compliant' },
  missing: { icon: '🟡', word: 'missing' },
  unknown: { icon: '❔', word: 'unknown' },
  overridden: { icon: '🔵', word: overriddenWord('compliant') },
};

/** The words, mark and colour for the state of a row of the trail. */
export function rowWords({ override, state }: Pick<VerdictRow, 'override' | 'state'>): RowWords {
  const { icon, word } = words[state];
  return { icon, word: overriddenWord(word, state === 'non-compliant' && override?.is_compliant === false) };
}

/** Tells who requires an attestation, in a cell of a table. */
export function requiredWords({ requiredBy }: Pick<VerdictRow, 'requiredBy'>): string {
  return requiredBy.length === 0 ? 'nobody' : requiredBy.join(', ');
}
