import type { AttestationRecord, AttestationStatus, Trail } from '../../contract/index.ts';

/** One attestation of the trail or of one of its artifacts, flattened. */
export interface TrailRow {
  /** `name` on the trail, `artifact.name` on an artifact: how `required-attestations` names it. */
  readonly key: string;
  readonly artifact: string | undefined;
  readonly fingerprint: string | undefined;
  readonly status: AttestationStatus;
  /** Named by the template. */
  readonly expected: boolean;
}

/** Every attestation row of a trail, those of the trail first, then by artifact. */
export function rowsOf(trail: Trail): readonly TrailRow[] {
  const ofTrail = trail.compliance_status.attestations_statuses.map((status) => rowOf(status, undefined, undefined, true));
  const ofArtifacts = Object.entries(trail.compliance_status.artifacts_statuses ?? {}).flatMap(
    ([artifact, { attestations_statuses, artifact_fingerprint, unexpected }]) =>
      attestations_statuses.map((status) => rowOf(status, artifact, artifact_fingerprint ?? undefined, unexpected !== true)),
  );
  return [...ofTrail, ...ofArtifacts];
}

function rowOf(status: AttestationStatus, artifact: string | undefined, fingerprint: string | undefined, mayBeExpected: boolean): TrailRow {
  const name = status.attestation_name;
  return {
    key: artifact === undefined ? name : `${artifact}.${name}`,
    artifact,
    fingerprint,
    status: withoutBlanks(status),
    expected: mayBeExpected && status.unexpected !== true,
  };
}

/** Some services write an empty text where there is none: it is neither an id, nor an override, nor a type. */
function withoutBlanks(status: AttestationStatus): AttestationStatus {
  const blank = (['attestation_id', 'overridden_attestation_id', 'attestation_type'] as const).filter((field) => status[field] === '');
  return blank.length === 0 ? status : { ...status, ...Object.fromEntries(blank.map((field) => [field, null])) };
}

export type RowState = 'compliant' | 'non-compliant' | 'missing' | 'unknown';

/**
 * The state of a row. An unknown status is `unknown`, whatever else the row claims. A no for want of a test alone is judged with
 * the tests, as the caller asks for them.
 */
export function stateOf({ status }: TrailRow): RowState {
  if (status.status !== undefined && status.status !== null && status.status !== 'COMPLETE' && status.status !== 'MISSING')
    return 'unknown';
  if (isForWantOfTests(status)) return 'compliant';
  if (status.is_compliant === false && status.status !== 'MISSING') return 'non-compliant';
  if (status.status === 'MISSING') return status.is_compliant === true ? 'unknown' : 'missing';
  if (status.is_compliant === true) return 'compliant';
  if (status.status === 'COMPLETE') return 'unknown';
  return status.attestation_id === undefined || status.attestation_id === null ? 'missing' : 'unknown';
}

/** Whether the service says no of a row for one thing alone: none of its tests ran. */
export function isForWantOfTests({ is_compliant: isCompliant, no_test_ran: isEmpty, status }: AttestationStatus): boolean {
  return isCompliant === false && isEmpty === true && status === 'COMPLETE';
}

/** Whether somebody overrode what a record of this row says. */
export function isOverridden({ status }: TrailRow): boolean {
  return typeof status.overridden_attestation_id === 'string';
}

/** Whether a row is an overridden one, and the override is about the record with this id. */
export function overrides(row: TrailRow, id: string): boolean {
  return isOverridden(row) && (row.status.overridden_attestation_id === id || row.status.attestation_id === id);
}

/** The records that belong to a row: of this trail where they say so, and of the same artifact. */
export function recordsOfRow(row: TrailRow, records: readonly AttestationRecord[], trail: string): readonly AttestationRecord[] {
  return records.filter((record) => {
    if (typeof record.trail_name === 'string' && record.trail_name !== trail) return false;
    const targets = record.target_artifacts ?? [];
    const fingerprint = record.artifact_fingerprint === '' ? undefined : (record.artifact_fingerprint ?? undefined);
    const ofTrail = fingerprint === undefined && targets.length === 0;
    if (row.artifact === undefined) return ofTrail;
    // A row without its fingerprint does not say which records are its own: then the record counts, because it may be a failing
    // one.
    return (
      targets.includes(row.artifact) || (fingerprint !== undefined && (row.fingerprint === undefined || fingerprint === row.fingerprint))
    );
  });
}
