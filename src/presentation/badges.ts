import type { AttestationStatus } from '../contract/index.ts';
import { isOverridden } from './overrides.ts';
import { overriddenWord } from './verdicts.ts';

/** A state with a mark, a word and a colour: the mark and the word say it, and the colour only repeats it. */
export interface Badge {
  readonly mark: string;
  readonly word: string;
  /** `overridden`: good because somebody said so, and not because of its evidence. */
  readonly tone: 'good' | 'bad' | 'open' | 'overridden';
}

const compliant: Badge = { mark: '✔', word: 'compliant', tone: 'good' };
const nonCompliant: Badge = { mark: '✘', word: 'not compliant', tone: 'bad' };
const missing: Badge = { mark: '…', word: 'missing', tone: 'open' };
const unknown: Badge = { mark: '?', word: 'unknown', tone: 'open' };

const ofStates: ReadonlyMap<string, Badge> = new Map([
  ['COMPLIANT', compliant],
  ['NON-COMPLIANT', nonCompliant],
  ['INCOMPLETE', { mark: '…', word: 'incomplete', tone: 'open' }],
  ['MISSING', missing],
]);

/** The badge of a state of the interface; a state that we do not know is unknown. */
export function stateBadge(state: string | null | undefined, isOverridden = false): Badge {
  return overriddenBadge(ofStates.get(state ?? '') ?? unknown, isOverridden);
}

/** The badge of something that is compliant, is not, or is not known to be. */
export function flagBadge(flag: boolean | null | undefined, isOverridden = false): Badge {
  return overriddenBadge(flag === true ? compliant : flag === false ? nonCompliant : unknown, isOverridden);
}

/** The badge of one name on a trail, or of an artifact on it. */
export function entryBadge(entry: AttestationStatus): Badge {
  return entry.status === 'MISSING' ? missing : flagBadge(entry.is_compliant, isOverridden(entry));
}

/** A no stays as bad as any other, whoever says it. */
function overriddenBadge(badge: Badge, isOverridden: boolean): Badge {
  const { mark, tone, word } = badge;
  return isOverridden ? { mark, word: overriddenWord(word), tone: tone === 'good' ? 'overridden' : tone } : badge;
}
