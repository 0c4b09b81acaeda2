import type { AttestationStatus } from '../contract/index.ts';

/** What people see of a state where there is room for a mark: the mark and the word say it, and the colour only repeats it. */
export interface Badge {
  readonly mark: string;
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'open';
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

/** Of a state of the interface; one that we do not know is unknown. */
export function stateBadge(state: string | null | undefined): Badge {
  return ofStates.get(state ?? '') ?? unknown;
}

/** Of what is compliant, is not, or is not known to be. */
export function flagBadge(flag: boolean | null | undefined): Badge {
  return flag === true ? compliant : flag === false ? nonCompliant : unknown;
}

/** Of one name on a trail, or of an artifact on it. */
export function entryBadge({ is_compliant: flag, overridden_attestation_id: overridden, status }: AttestationStatus): Badge {
  if (status === 'MISSING') return missing;
  const badge = flagBadge(flag);
  return typeof overridden === 'string' && overridden !== '' ? { ...badge, word: `overridden as ${badge.word}` } : badge;
}
