import type { VerdictName } from '../errors/index.ts';
import type { Verdict } from '../gate/index.ts';
import { overriddenWord, passesByOverride } from './overrides.ts';

/** What people see of a verdict: an icon where pictures are shown, a mark and a colour in a terminal, and its word. */
export interface VerdictWords {
  readonly icon: string;
  readonly mark: string;
  readonly colour: 'green' | 'red' | 'yellow';
  readonly word: string;
}

export const verdictWords: Readonly<Record<VerdictName, VerdictWords>> = {
  compliant: { icon: '✅', mark: '✔', colour: 'green', word: 'Compliant' },
  'non-compliant': { icon: '❌', mark: '✘', colour: 'red', word: 'Not compliant' },
  incomplete: { icon: '🟡', mark: '…', colour: 'yellow', word: 'Incomplete' },
  unknown: { icon: '❔', mark: '?', colour: 'yellow', word: 'Unknown' },
  unusable: { icon: '🚫', mark: '✘', colour: 'red', word: 'Unusable evidence' },
};

/** Of a whole verdict, which may stand because of an override. */
export function wordsOfVerdict(verdict: Pick<Verdict, 'name' | 'rows'>): VerdictWords {
  const words = verdictWords[verdict.name];
  return { ...words, word: overriddenWord(words.word, passesByOverride(verdict)) };
}
