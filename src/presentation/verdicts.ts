import type { AttestationRecord, AttestationStatus, Trail } from '../contract/index.ts';
import { endings, verdictNames, type Outcome, type Tone, type VerdictName } from '../errors/index.ts';
import type { Override, Verdict, VerdictRow } from '../gate/index.ts';
import { listAt, oneLine, stringAt, valueAt } from '../text/index.ts';

interface OverrideWords {
  readonly text: string;
  readonly what: string;
  readonly id?: string;
}

/** As far as `override` has the facts. All of it is foreign text, made one line here. */
export function overrideWords(override: object, name: string, time: (seconds: number) => string): OverrideWords {
  const text = (field: string, limit: number): string => oneLine(stringAt(override, field) ?? '', limit);
  const [by, reason, type] = [text('reported_by', 200), text('reason', 500), text('original_attestation_type', 300)];
  const at = valueAt(override, 'created_at');
  const when = typeof at === 'number' ? time(at) : '';
  const said = `overridden${by === '' ? '' : ` by ${by}`}${when === '' ? '' : ` at ${when}`}${reason === '' ? '' : `, because "${reason}"`}`;
  const what = `${type} ${oneLine(name, 300)}`.trim();
  const of = text('overridden_attestation_id', 100);
  if (of === '') return { text: said, what };
  if (of === stringAt(override, 'attestation_id')) return { text: said, what: `${what}, which nobody recorded` };
  return { text: said, what: `${what} (${of})`, id: of };
}

export function overrideSentence(override: object, name: string, time: (seconds: number) => string): string {
  const { text, what } = overrideWords(override, name, time);
  return `${text}, of ${what}`;
}

/** Where several trails may be behind the verdict, each line names its own. */
export function overrideLines(rows: readonly VerdictRow[], time: (seconds: number) => string): readonly string[] {
  return rows.flatMap(({ attestation, flow, override, trail }) => {
    if (override === undefined) return [];
    const name = trail === undefined ? attestation : `${flow ?? ''} › ${trail} › ${attestation}`;
    return [`${name}: ${overrideSentence(override, attestation, time)}`];
  });
}

type WithOverrides = { readonly overrides?: readonly Override[] };

/** Some services write an empty text where there is no override. */
export function isOverridden({ overridden_attestation_id: id }: Pick<AttestationStatus, 'overridden_attestation_id'>): boolean {
  return typeof id === 'string' && id !== '';
}

/** In a cell of a table; empty where it is not known. */
export function yesOrNo(is: boolean | null | undefined, isOverridden: boolean): string {
  return typeof is === 'boolean' ? overriddenWord(is ? 'yes' : 'no', isOverridden) : '';
}

/** Whether a state stands because of overrides: for a yes one overridden row is enough, for a no every row that says no must be one. */
export function standsByOverride(
  state: string | null | undefined,
  rows: readonly Pick<AttestationStatus, 'is_compliant' | 'overridden_attestation_id' | 'status'>[],
): boolean {
  if (state === 'COMPLIANT') return rows.some((row) => row.is_compliant === true && isOverridden(row));
  const noes = rows.filter((row) => row.is_compliant === false && row.status !== 'MISSING');
  return state === 'NON-COMPLIANT' && noes.length > 0 && noes.every(isOverridden);
}

/** As far as the service gives them. */
export function overriddenRows(artifact: object): readonly AttestationStatus[] {
  return (listAt(artifact, 'overridden_attestations') ?? []).flatMap((row) => {
    const flag = valueAt(row, 'is_compliant');
    const status = {
      attestation_name: stringAt(row, 'attestation_name') ?? '',
      attestation_type: stringAt(row, 'attestation_type') ?? null,
      attestation_id: stringAt(row, 'attestation_id') ?? null,
      overridden_attestation_id: stringAt(row, 'overridden_attestation_id') ?? null,
      is_compliant: typeof flag === 'boolean' ? flag : null,
    };
    return isOverridden(status) ? [status] : [];
  });
}

/** For an artifact that does not pass, the service does not give its other evidence. */
export function isArtifactOverridden(artifact: object, state: string | null | undefined): boolean {
  return state === 'COMPLIANT' && standsByOverride(state, overriddenRows(artifact));
}

export function overridesOf({ overrides = [] }: WithOverrides, time: (seconds: number) => string): readonly string[] {
  return overrides.map((override) => `${override.attestation}: ${overrideSentence(override, override.attestation, time)}`);
}

export function overridesAmong(records: readonly AttestationRecord[], time: (seconds: number) => string): readonly string[] {
  return records
    .filter(isOverride)
    .map((record) => `${record.attestation_name}: ${overrideSentence(record, record.attestation_name, time)}`);
}

export function isOverride({ attestation_type: type }: Pick<AttestationRecord, 'attestation_type'>): boolean {
  return type?.toLowerCase() === 'override';
}

export function overriddenWord(word: string, isOverridden = true): string {
  return isOverridden ? `${word} (overridden)` : word;
}

/** By a gate without demands of its own; no other service than ours gives it. */
interface GateSays {
  readonly verdict: VerdictName;
  /** Like the fix, empty for a yes. */
  readonly message: string;
  readonly fix: string;
  readonly note: string;
  readonly differs: boolean;
}

/** Next to a state, or next to the decided one and the one by the templates of now; a verdict that we do not know is unknown. */
export function gateSays(item: object, ...states: readonly (string | null | undefined)[]): GateSays | undefined {
  const said = stringAt(item, 'gate', 'verdict');
  if (said === undefined) return undefined;
  const verdict = verdictNames.find((name) => name === said) ?? 'unknown';
  return {
    verdict,
    message: stringAt(item, 'gate', 'reason', 'message') ?? '',
    fix: stringAt(item, 'gate', 'reason', 'fix') ?? '',
    note: stringAt(item, 'gate', 'note') ?? '',
    differs: states.some((state) => (state ?? '').toLowerCase() !== verdict),
  };
}

/** The gate comes first where it says something else than the state. */
export function stateWords(item: object, state: string | null | undefined, words: string): string {
  const gate = gateSays(item, state);
  return gate?.differs === true ? `${endings[gate.verdict].word} (recorded: ${words === '' ? 'no state' : words})` : words;
}

/** With the reason and the fix, or the note. */
export function gateSentence(item: object, state: string | null | undefined): string {
  const gate = gateSays(item, state);
  if (gate === undefined) return '';
  const { fix, message, note, verdict } = gate;
  return [endings[verdict].word, message, fix === '' ? '' : `Fix: ${fix}`, note === '' ? '' : `Note: ${note}`]
    .filter((part) => part !== '')
    .join('. ');
}

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
