import type { VerdictName } from '../errors/index.ts';
import type { Verdict, VerdictRow } from '../gate/index.ts';

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

/** The setting that lets a verdict through which is not a pass: the job does not fail. */
export type LetThrough =
  | { readonly verdict: VerdictName; readonly by: 'fail-on' }
  /** `from`: the moment from which it fails the job, in ISO 8601. */
  | { readonly verdict: VerdictName; readonly by: 'enforce-from'; readonly from: string };

/** The same as a sentence; names of settings are as the user writes them. */
export function letThroughWords(letThrough: LetThrough): string {
  const { verdict } = letThrough;
  switch (letThrough.by) {
    case 'fail-on':
      return `The verdict is ${verdict}, and fail-on lets it through: the job does not fail, but this is not a yes.`;
    case 'enforce-from':
      return `The verdict is ${verdict}, and would have failed the job: that begins with enforce-from, ${letThrough.from.replace(/\.\d+Z$/, 'Z')}.`;
  }
}

/** A run that is judged only when it has finished, as plain data. */
export interface PendingFacts {
  /** Name of its workflow; foreign text. */
  readonly workflow: string;
  readonly state: 'requested' | 'in_progress' | 'waiting';
}

export function pendingWords({ state, workflow }: PendingFacts): string {
  switch (state) {
    case 'requested':
      return `The run of ${workflow} has not begun`;
    case 'in_progress':
      return `The run of ${workflow} has not ended`;
    case 'waiting':
      return `The run of ${workflow} waits for somebody to approve it`;
  }
}

type RowWords = Pick<VerdictWords, 'icon' | 'word'>;

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
