import type { VerdictRow } from '../gate/index.ts';
import { oneLine, stringAt, valueAt } from '../text/index.ts';

/** The words for an override: who, when and why, and the overridden name, with the id of its record where there is one. */
export interface OverrideWords {
  readonly text: string;
  readonly what: string;
  readonly id?: string;
}

/** As far as the record of the override, or the known facts about it, tell. All of it is foreign text, made one line here. */
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

/** The same as one text. */
export function overrideSentence(override: object, name: string, time: (seconds: number) => string): string {
  const { text, what } = overrideWords(override, name, time);
  return `${text}, of ${what}`;
}

/** A line for each overridden row of a verdict. Where several trails may be behind it, each line names its own. */
export function overrideLines(rows: readonly VerdictRow[], time: (seconds: number) => string): readonly string[] {
  return rows.flatMap(({ attestation, flow, override, trail }) => {
    if (override === undefined) return [];
    const name = trail === undefined ? attestation : `${flow ?? ''} › ${trail} › ${attestation}`;
    return [`${name}: ${overrideSentence(override, attestation, time)}`];
  });
}
