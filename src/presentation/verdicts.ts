import type { AttestationStatus, Trail } from '../contract/index.ts';
import { endings, verdictNames, type Outcome, type Tone, type VerdictName } from '../errors/index.ts';
import type { Verdict, VerdictRow } from '../gate/index.ts';
import { isOverridden, overriddenWord } from './overrides.ts';

/** The mark and the word say the state, and the colour only repeats it. */
export interface Badge extends Pick<Outcome, 'mark' | 'word'> {
  /** `overridden`: good because a person said so, and not because of its evidence. */
  readonly tone: Tone | 'overridden';
}

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

/** A state that we do not know is unknown. */
export function stateBadge(state: string | null | undefined, isOverridden = false): Badge {
  return overriddenBadge(ofStates.get(state ?? '') ?? badgeOf('unknown'), isOverridden);
}

/** Also the words of other states that are as good. */
const wordsOf: Readonly<Record<VerdictName, readonly string[]>> = {
  compliant: ['compliant', 'yes', 'approved'],
  'non-compliant': ['non-compliant', badgeOf('non-compliant').word, 'no', 'rejected'],
  incomplete: ['incomplete', missingBadge.word],
  unknown: ['unknown'],
  unusable: ['unusable'],
};

/** `undefined` where the head does not say that the cell holds a state. */
export function cellTone(head: string, text: string): Badge['tone'] | undefined {
  if (!/^(?:state(?: now)?|compliant)$/i.test(head)) return undefined;
  const said = text.toLowerCase();
  const name = verdictNames.find((each) => wordsOf[each].some((word) => new RegExp(`^${word}(?![\\w-])`).test(said)));
  return name === undefined ? undefined : overriddenBadge(badgeOf(name), said.includes('(overridden)')).tone;
}

export function flagBadge(flag: boolean | null | undefined, isOverridden = false): Badge {
  return overriddenBadge(badgeOf(flag === true ? 'compliant' : flag === false ? 'non-compliant' : 'unknown'), isOverridden);
}

export function entryBadge(entry: AttestationStatus): Badge {
  return entry.status === 'MISSING' ? missingBadge : flagBadge(entry.is_compliant, isOverridden(entry));
}

/** A no stays as bad as any other, whoever says it. */
function overriddenBadge(badge: Badge, isOverridden: boolean): Badge {
  const { mark, tone, word } = badge;
  return isOverridden ? { mark, word: overriddenWord(word), tone: tone === 'good' ? 'overridden' : tone } : badge;
}

export const toneColours = {
  good: 'green',
  bad: 'red',
  open: 'yellow',
  unknown: 'yellow',
  soft: 'gray',
  done: 'green',
  overridden: 'cyan',
} as const satisfies Readonly<Record<Tone | 'overridden', string>>;

export function wordsOfVerdict({ name, rows }: Pick<Verdict, 'name' | 'rows'>): Outcome {
  const words = endings[name];
  const isOverridden = name === 'compliant' && rows.some(({ state }) => state === 'overridden');
  return { ...words, word: overriddenWord(words.word, isOverridden) };
}

/** No good news where the record says no. */
export function wordsOfRecord({ dryRun, objection }: { readonly dryRun: boolean; readonly objection?: string | undefined }): Outcome {
  const words = endings[dryRun ? 'would-record' : 'recorded'];
  return objection === undefined ? words : { ...words, tone: 'open', icon: '⚠️', mark: '!' };
}

/** It lets a verdict through that is not a pass: the job does not fail. */
export type LetThrough =
  | { readonly verdict: VerdictName; readonly by: 'fail-on' }
  /** `from`: the moment from which it fails the job, in ISO 8601. */
  | { readonly verdict: VerdictName; readonly by: 'enforce-from'; readonly from: string };

/** Names of settings are as the user writes them. */
export function letThroughWords(letThrough: LetThrough): string {
  const { verdict } = letThrough;
  switch (letThrough.by) {
    case 'fail-on':
      return `The verdict is ${verdict}, and fail-on lets it through: the job does not fail, but this is not a yes.`;
    case 'enforce-from':
      return `The verdict is ${verdict}, and would have failed the job: that begins with enforce-from, ${letThrough.from.replace(/\.\d+Z$/, 'Z')}.`;
  }
}

export interface PendingFacts {
  /** Foreign text. */
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

export interface TrailEntry extends AttestationStatus {
  readonly artifact: string;
}

/** In the order of the answer, those of the trail itself first. */
export function trailEntries({ compliance_status: status }: Pick<Trail, 'compliance_status'>): readonly TrailEntry[] {
  const ofTrail = status.attestations_statuses.map((entry) => ({ ...entry, artifact: '' }));
  const ofArtifacts = Object.entries(status.artifacts_statuses ?? {}).flatMap(([artifact, { attestations_statuses: entries }]) =>
    entries.map((entry) => ({ ...entry, artifact })),
  );
  return [...ofTrail, ...ofArtifacts];
}
