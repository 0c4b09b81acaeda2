import type { AttestationStatus } from '../contract/index.ts';
import { endings, verdictNames, type Outcome, type Tone, type VerdictName } from '../errors/index.ts';
import type { Verdict, VerdictRow } from '../gate/index.ts';
import { isOverridden, overriddenWord } from './overrides.ts';

/** A state with a mark, a word and a colour: the mark and the word say it, and the colour only repeats it. */
export interface Badge extends Pick<Outcome, 'mark' | 'word'> {
  /** `overridden`: good because somebody said so, and not because of its evidence. */
  readonly tone: Tone | 'overridden';
}

/** A verdict as the badge of a state. */
export function badgeOf(name: VerdictName): Badge {
  const { mark, tone, word } = endings[name];
  return { mark, word: word.toLowerCase(), tone };
}

/** Something that is missing makes the whole incomplete. */
const missingBadge: Badge = { ...badgeOf('incomplete'), word: 'missing' };

const ofStates: ReadonlyMap<string, Badge> = new Map([
  ['COMPLIANT', badgeOf('compliant')],
  ['NON-COMPLIANT', badgeOf('non-compliant')],
  ['INCOMPLETE', badgeOf('incomplete')],
  ['MISSING', missingBadge],
]);

/** The badge of a state of the interface; a state that we do not know is unknown. */
export function stateBadge(state: string | null | undefined, isOverridden = false): Badge {
  return overriddenBadge(ofStates.get(state ?? '') ?? badgeOf('unknown'), isOverridden);
}

/** The words for each verdict in lists: its name, its word, and those of other states that are as good. */
const wordsOf: Readonly<Record<VerdictName, readonly string[]>> = {
  compliant: ['compliant', 'yes', 'approved'],
  'non-compliant': ['non-compliant', badgeOf('non-compliant').word, 'no', 'rejected'],
  incomplete: ['incomplete', missingBadge.word],
  unknown: ['unknown'],
  unusable: ['unusable'],
};

/** The tone of a cell of a list or a fact, where its head says that it holds a state. */
export function cellTone(head: string, text: string): Badge['tone'] | undefined {
  if (!/^(?:state(?: now)?|compliant)$/i.test(head)) return undefined;
  const said = text.toLowerCase();
  const name = verdictNames.find((each) => wordsOf[each].some((word) => new RegExp(`^${word}(?![\\w-])`).test(said)));
  return name === undefined ? undefined : overriddenBadge(badgeOf(name), said.includes('(overridden)')).tone;
}

/** The badge of something that is compliant, is not, or is not known to be. */
export function flagBadge(flag: boolean | null | undefined, isOverridden = false): Badge {
  return overriddenBadge(badgeOf(flag === true ? 'compliant' : flag === false ? 'non-compliant' : 'unknown'), isOverridden);
}

/** The badge of one name on a trail, or of an artifact on it. */
export function entryBadge(entry: AttestationStatus): Badge {
  return entry.status === 'MISSING' ? missingBadge : flagBadge(entry.is_compliant, isOverridden(entry));
}

/** A no stays as bad as any other, whoever says it. */
function overriddenBadge(badge: Badge, isOverridden: boolean): Badge {
  const { mark, tone, word } = badge;
  return isOverridden ? { mark, word: overriddenWord(word), tone: tone === 'good' ? 'overridden' : tone } : badge;
}

/** The colour of each tone in a terminal. */
export const toneColours = {
  good: 'green',
  bad: 'red',
  open: 'yellow',
  unknown: 'yellow',
  soft: 'gray',
  done: 'green',
  overridden: 'cyan',
} as const satisfies Readonly<Record<Tone | 'overridden', string>>;

/** The words for a whole verdict: a yes may stand because of an override. */
export function wordsOfVerdict({ name, rows }: Pick<Verdict, 'name' | 'rows'>): Outcome {
  const words = endings[name];
  const isOverridden = name === 'compliant' && rows.some(({ state }) => state === 'overridden');
  return { ...words, word: overriddenWord(words.word, isOverridden) };
}

/** The words for something that was recorded, or would have been: no good news where the record says no. */
export function wordsOfRecord({ dryRun, objection }: { readonly dryRun: boolean; readonly objection?: string | undefined }): Outcome {
  const words = endings[dryRun ? 'would-record' : 'recorded'];
  return objection === undefined ? words : { ...words, tone: 'open', icon: '⚠️', mark: '!' };
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

/** The state of a row of the trail, as a badge with its icon. */
export function rowWords({ override, state }: Pick<VerdictRow, 'override' | 'state'>): Badge & { readonly icon: string } {
  if (state === 'overridden') return { ...overriddenBadge(badgeOf('compliant'), true), icon: '🔵' };
  const name = state === 'missing' ? 'incomplete' : state;
  const badge = state === 'missing' ? missingBadge : badgeOf(name);
  return { ...overriddenBadge(badge, state === 'non-compliant' && override?.is_compliant === false), icon: endings[name].icon };
}

/** Tells who requires an attestation, in a cell of a table. */
export function requiredWords({ requiredBy }: Pick<VerdictRow, 'requiredBy'>): string {
  return requiredBy.length === 0 ? 'nobody' : requiredBy.join(', ');
}
