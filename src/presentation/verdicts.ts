import type { VerdictName } from '../errors/index.ts';
import type { Verdict } from '../gate/index.ts';

/** A verdict for people: an icon where pictures are shown, a mark and a colour in a terminal, and its word. */
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

/** The word of a state that stands because of an override. */
export function overriddenWord(word: string, isOverridden = true): string {
  return isOverridden ? `${word} (overridden)` : word;
}

/** The words for a whole verdict: a yes may stand because of an override. */
export function wordsOfVerdict({ name, rows }: Pick<Verdict, 'name' | 'rows'>): VerdictWords {
  const words = verdictWords[name];
  const isOverridden = name === 'compliant' && rows.some(({ state }) => state === 'overridden');
  return { ...words, word: overriddenWord(words.word, isOverridden) };
}
