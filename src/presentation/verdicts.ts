import type { VerdictName } from '../errors/index.ts';

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
