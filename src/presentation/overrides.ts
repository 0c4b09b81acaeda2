import type { VerdictRow, Override } from '../gate/index.ts';
import { oneLine, stringAt, valueAt, listAt } from '../text/index.ts';
import type { AttestationRecord, AttestationStatus } from '../contract/index.ts';

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

export type WithOverrides = { readonly overrides?: readonly Override[] };

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
