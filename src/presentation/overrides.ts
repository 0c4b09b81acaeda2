import type { AttestationStatus } from '../contract/index.ts';
import type { Verdict, VerdictRow } from '../gate/index.ts';
import { oneLine, stringAt, valueAt } from '../text/index.ts';

/** The word of a state that stands because of an override. */
export function overriddenWord(word: string, isOverridden = true): string {
  return isOverridden ? `${word} (overridden)` : word;
}

/** Whether a name stands because of an override; some services write an empty text where there is none. */
export function isOverridden({ overridden_attestation_id: id }: Pick<AttestationStatus, 'overridden_attestation_id'>): boolean {
  return typeof id === 'string' && id !== '';
}

/** Whether a state stands because of an override of what it is made of: of a yes one is enough, of a no all that say it. */
export function standsByOverride(
  state: string | null | undefined,
  rows: readonly Pick<AttestationStatus, 'is_compliant' | 'overridden_attestation_id' | 'status'>[],
): boolean {
  if (state === 'COMPLIANT') return rows.some((row) => row.is_compliant === true && isOverridden(row));
  const noes = rows.filter((row) => row.is_compliant === false && row.status !== 'MISSING');
  return state === 'NON-COMPLIANT' && noes.length > 0 && noes.every(isOverridden);
}

/** What is said of an override: a sentence without its end, which names the record that it overrides where there is one. */
export interface OverrideWords {
  readonly text: string;
  readonly record?: { readonly id: string; readonly text: string };
}

/**
 * Who said something else, when, why and of what, as far as the record of the override, or what is known of it, tells. All
 * of it is foreign text, made one line here.
 */
export function overrideWords(override: object, name: string, time: (seconds: number) => string): OverrideWords {
  const text = (field: string, limit: number): string => oneLine(stringAt(override, field) ?? '', limit);
  const [by, reason, type] = [text('reported_by', 200), text('reason', 500), text('original_attestation_type', 300)];
  const at = valueAt(override, 'created_at');
  const when = typeof at === 'number' ? time(at) : '';
  const of = text('overridden_attestation_id', 100);
  const what = `${type} ${oneLine(name, 300)}`.trim();
  const start = [
    `overridden${by === '' ? '' : ` by ${by}`}${when === '' ? '' : ` at ${when}`}`,
    ...(reason === '' ? [] : [`because "${reason}"`]),
    'of ',
  ].join(', ');
  if (of === '') return { text: `${start}${what}` };
  if (of === stringAt(override, 'attestation_id')) return { text: `${start}${what}, which nobody recorded` };
  return { text: start, record: { id: of, text: `${what} (${of})` } };
}

/** The same as one line of text. */
export function overrideLine(override: object, name: string, time: (seconds: number) => string): string {
  const { record, text } = overrideWords(override, name, time);
  return `${name}: ${text}${record?.text ?? ''}`;
}

/** A line for each row of a verdict that is overridden; where several trails may be behind it, each names its own. */
export function overrideLines(rows: readonly VerdictRow[], time: (seconds: number) => string): readonly string[] {
  return rows.flatMap(({ attestation, flow, override, trail }) => {
    if (override === undefined) return [];
    const of = overrideLine(override, attestation, time);
    return [trail === undefined ? of : `${flow ?? ''} › ${trail} › ${of}`];
  });
}

/** Whether a yes stands because of an override. */
export function passesByOverride({ name, rows }: Pick<Verdict, 'name' | 'rows'>): boolean {
  return name === 'compliant' && rows.some(({ state }) => state === 'overridden');
}
