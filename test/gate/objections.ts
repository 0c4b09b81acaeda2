import type { AttestationStatus, Trail } from '../../src/contract/index.ts';
import type { Evidence, Policy } from '../../src/gate/index.ts';

/** All that speaks against a yes, read from the evidence without the gate's own code. */
export function objections({ answer, own, records }: Evidence, { allowEmptyTemplate, required }: Policy): readonly string[] {
  if (answer.kind !== 'trail') return ['there is no trail'];
  const { trail } = answer;
  const { compliance_status: status } = trail;
  const artifacts = Object.entries(status.artifacts_statuses ?? {});
  const rows = allRows(trail);
  const demanded = required.length > 0 || rows.some((row) => row.demanded) || artifacts.some(([, { unexpected }]) => unexpected !== true);
  const recordsRead = (row: Row): boolean => records.get(row.status.attestation_name)?.kind === 'records';
  const settled = own === undefined || (own.sending.kind === 'accepted' ? own.sending.evaluated : own.sending.kind !== 'failed');
  return [
    ...says(status.status === 'COMPLIANT', 'status'),
    ...says(status.is_compliant === undefined || status.is_compliant === true, 'status.is_compliant'),
    ...says(trail.is_compliant === undefined || trail.is_compliant === true, 'is_compliant'),
    ...says((trail.compliance_state ?? 'COMPLIANT') === 'COMPLIANT', 'compliance_state'),
    ...artifacts.flatMap(([name, artifact]) =>
      artifact.unexpected === true && artifact.status === 'MISSING'
        ? []
        : says(artifact.status === 'COMPLIANT' && (artifact.is_compliant === undefined || artifact.is_compliant === true), name),
    ),
    ...rows.flatMap((row) =>
      isAbsent(row.status) ? says(!row.demanded && row.status.is_compliant !== true, row.key) : says(isYes(row.status), row.key),
    ),
    ...required.flatMap((name) =>
      says(
        rows.some(({ key }) => key === name),
        `${name} is required`,
      ),
    ),
    ...rows.flatMap((row) => says(!required.includes(row.key) || row.status.is_compliant === true, `${row.key} is required`)),
    ...rows.flatMap((row) => says(row.status.is_compliant !== true || recordsRead(row), `records of ${row.key}`)),
    ...says(demanded || allowEmptyTemplate, 'nothing is demanded'),
    ...says(own === undefined || own.problems.length === 0, 'our own evidence is unusable'),
    ...says(settled, 'our own evidence is not settled'),
  ];
}

interface Row {
  readonly key: string;
  readonly demanded: boolean;
  readonly status: AttestationStatus;
}

function allRows(trail: Trail): readonly Row[] {
  const { attestations_statuses: own, artifacts_statuses: artifacts } = trail.compliance_status;
  return [
    ...own.map((status) => ({ key: status.attestation_name, demanded: status.unexpected !== true, status })),
    ...Object.entries(artifacts ?? {}).flatMap(([name, artifact]) =>
      artifact.attestations_statuses.map((status) => ({
        key: `${name}.${status.attestation_name}`,
        demanded: artifact.unexpected !== true && status.unexpected !== true,
        status,
      })),
    ),
  ];
}

function isAbsent({ attestation_id: id, is_compliant: isCompliant, status }: AttestationStatus): boolean {
  return status === 'MISSING' || ((status ?? null) === null && (isCompliant ?? null) === null && (id ?? null) === null);
}

function isYes({ is_compliant: isCompliant, status }: AttestationStatus): boolean {
  return isCompliant === true && (status ?? 'COMPLETE') === 'COMPLETE';
}

function says(yes: boolean, what: string): readonly string[] {
  return yes ? [] : [what];
}
