import type { AttestationStatus } from '../contract/index.ts';
import { endings, verdictNames, type Outcome, type Tone, type VerdictName } from '../errors/index.ts';
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
export const missingBadge: Badge = { ...badgeOf('incomplete'), word: 'missing' };

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
export function overriddenBadge(badge: Badge, isOverridden: boolean): Badge {
  const { mark, tone, word } = badge;
  return isOverridden ? { mark, word: overriddenWord(word), tone: tone === 'good' ? 'overridden' : tone } : badge;
}
