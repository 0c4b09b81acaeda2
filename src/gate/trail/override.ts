import type { AttestationRecord, AttestationStatus } from '../../contract/index.ts';
import { isBlank, stringAt } from '../../text/index.ts';

/** An override: who made it, when, why, and about which evidence. It holds no more than the service gave. */
export interface Override {
  /** The overridden attestation: `name`, or `artifact.name`. */
  readonly attestation: string;
  /** The state that it has from then on. */
  readonly is_compliant: boolean | null | undefined;
  /** The record of the override; that of the row where none is seen. */
  readonly attestation_id: string | undefined;
  /** The record that it overrides; the same one where there was none. */
  readonly overridden_attestation_id: string;
  readonly original_attestation_type: string | undefined;
  readonly reported_by: string | undefined;
  /** Unix seconds. */
  readonly created_at: number | undefined;
  readonly reason: string | undefined;
}

/** The override that a row stands by; `undefined` of any other row. */
export function overrideOf(key: string, status: AttestationStatus, records: readonly AttestationRecord[]): Override | undefined {
  const other = status.overridden_attestation_id || undefined;
  if (other === undefined) return undefined;
  const shown = status.attestation_id || undefined;
  // Services differ in which of the two ids is that of the override: its record says.
  const record = records.find(
    ({ attestation_id: id, attestation_type: type }) => (id === shown || id === other) && type?.toLowerCase() === 'override',
  );
  const id = record?.attestation_id ?? shown;
  return {
    attestation: key,
    is_compliant: status.is_compliant,
    attestation_id: id,
    overridden_attestation_id: id === other ? (shown ?? other) : other,
    original_attestation_type: stringAt(record, 'original_attestation_type') ?? status.attestation_type ?? undefined,
    reported_by: stringAt(record, 'reported_by'),
    created_at: record?.created_at,
    reason: stringAt(record, 'reason'),
  };
}

/** Whether an override counts for nothing: its record gives a reason that shows nothing. */
export function isUnreasoned({ reason }: Pick<Override, 'reason'>): boolean {
  return reason !== undefined && isBlank(reason);
}
