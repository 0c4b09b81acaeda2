import type { AttestationRecord, AttestationStatus } from '../contract/index.ts';
import { stringAt, valueAt } from '../text/index.ts';

/** Who said something else of evidence than its record says, when, why and of what: as the service gave it, and no more than it gave. */
export interface Override {
  /** What is overridden: `name`, or `artifact.name`. */
  readonly attestation: string;
  /** What is said of it from then on. */
  readonly is_compliant: boolean | undefined;
  /** The record of the override; that of the row where none is seen. */
  readonly attestation_id?: string;
  /** The record that it overrides; the same one where there was none. */
  readonly overridden_attestation_id?: string;
  readonly original_attestation_type?: string;
  readonly reported_by?: string;
  /** Unix seconds. */
  readonly created_at?: number;
  readonly reason?: string;
}

/** The override that a row stands by; `undefined` of any other row. */
export function overrideOf(key: string, status: AttestationStatus, records: readonly AttestationRecord[]): Override | undefined {
  const ids = [status.attestation_id, status.overridden_attestation_id].map((id) => (id === '' ? undefined : (id ?? undefined)));
  const [shown, other] = ids;
  if (other === undefined) return undefined;
  // Services differ in which of the two ids is that of the override: its record says.
  const record = records.find((each) => ids.includes(each.attestation_id) && isOverride(each));
  const id = record?.attestation_id ?? shown;
  const of = id === other ? (shown ?? other) : other;
  const type = stringAt(record, 'original_attestation_type') ?? status.attestation_type ?? '';
  const [by, at, reason] = [stringAt(record, 'reported_by'), record?.created_at, stringAt(record, 'reason')];
  return {
    attestation: key,
    is_compliant: status.is_compliant ?? undefined,
    ...(id === undefined ? {} : { attestation_id: id }),
    overridden_attestation_id: of,
    ...(type === '' ? {} : { original_attestation_type: type }),
    ...(by === undefined ? {} : { reported_by: by }),
    ...(at === undefined ? {} : { created_at: at }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function isOverride(record: AttestationRecord): boolean {
  return record.attestation_type?.toLowerCase() === 'override' || typeof valueAt(record, 'new_compliance_status') === 'boolean';
}
