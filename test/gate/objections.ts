import type { AttestationStatus, Trail } from '../../src/contract/index.ts';
import type { Evidence, Policy } from '../../src/gate/index.ts';

/** Everything that speaks against a yes, read from the evidence without the gate's own code. */
export function objections({ answer, own, records }: Evidence, policy: Policy): readonly string[] {
  const { allowEmptyTemplate, minTests, required } = policy;
  if (answer.kind !== 'trail') return ['there is no trail'];
  const { trail } = answer;
  const now = nowOf(trail, policy);
  const { compliance_status: decided } = trail;
  const status = { ...(now === undefined ? decided : { ...decided, is_compliant: undefined, ...now }) };
  const artifacts = Object.entries(status.artifacts_statuses ?? {});
  const rows = allRows(status);
  const requiresSomething =
    required.length > 0 || rows.some((row) => row.required) || artifacts.some(([, { unexpected }]) => unexpected !== true);
  const recordsRead = (row: Row): boolean => records.get(row.status.attestation_name)?.kind === 'records';
  const settled = own === undefined || (own.sending.kind === 'accepted' ? own.sending.evaluated : own.sending.kind !== 'failed');
  return [
    ...says(status.status === 'COMPLIANT', 'status'),
    ...says(status.is_compliant === undefined || status.is_compliant === true, 'status.is_compliant'),
    ...says(now !== undefined || trail.is_compliant === undefined || trail.is_compliant === true, 'is_compliant'),
    ...says(now !== undefined || (trail.compliance_state ?? 'COMPLIANT') === 'COMPLIANT', 'compliance_state'),
    ...says(isKnown(decided.status) && (trail.compliance_state ?? decided.status) === decided.status, 'the state that was decided'),
    ...[decided.is_compliant, trail.is_compliant].flatMap((flag) =>
      says(flag === undefined || (flag === true) === (decided.status === 'COMPLIANT'), 'the flags that were decided'),
    ),
    ...says(trail.own_template !== true || now !== undefined || policy.allowOwnTemplate, "what the flow's template asks"),
    ...artifacts.flatMap(([name, artifact]) =>
      artifact.unexpected === true && artifact.status === 'MISSING'
        ? []
        : says(artifact.status === 'COMPLIANT' && (artifact.is_compliant === undefined || artifact.is_compliant === true), name),
    ),
    ...rows.flatMap((row) =>
      isAbsent(row.status) ? says(!row.required && row.status.is_compliant !== true, row.key) : says(isYes(row.status), row.key),
    ),
    ...required.flatMap((name) =>
      says(
        rows.some(({ key }) => key === name),
        `${name} is required`,
      ),
    ),
    ...rows.flatMap((row) => says(!required.includes(row.key) || row.status.is_compliant === true, `${row.key} is required`)),
    ...rows.flatMap((row) => says(row.status.is_compliant !== true || recordsRead(row), `records of ${row.key}`)),
    ...rows.flatMap((row) => behindRow(row, records, minTests)),
    ...says(requiresSomething || allowEmptyTemplate, 'nothing is required'),
    ...says(own === undefined || own.problems.length === 0, 'our own evidence is unusable'),
    ...says(settled, 'our own evidence is not settled'),
  ];
}

type Decided = Trail['compliance_status'];

/** The trail by the present demands of its template, if it must be judged by those. */
function nowOf({ current, own_template: own }: Trail, { allowOwnTemplate, template }: Policy): Trail['current'] {
  const isAsked = own === true ? !allowOwnTemplate : template === 'current';
  return isAsked ? (current ?? undefined) : undefined;
}

function isKnown(state: string): boolean {
  return ['COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE'].includes(state);
}

interface Row {
  readonly key: string;
  readonly required: boolean;
  readonly status: AttestationStatus;
}

function allRows({
  attestations_statuses: own,
  artifacts_statuses: artifacts,
}: Pick<Decided, 'attestations_statuses' | 'artifacts_statuses'>): readonly Row[] {
  return [
    ...own.map((status) => ({ key: status.attestation_name, required: status.unexpected !== true, status })),
    ...Object.entries(artifacts ?? {}).flatMap(([name, artifact]) =>
      artifact.attestations_statuses.map((status) => ({
        key: `${name}.${status.attestation_name}`,
        required: artifact.unexpected !== true && status.unexpected !== true,
        status,
      })),
    ),
  ];
}

/** The objections of the records behind a green row, as far as they are plain without looking at runs and attempts. */
function behindRow({ key, status }: Row, answers: Evidence['records'], minTests: number): readonly string[] {
  const answer = answers.get(status.attestation_name);
  if (status.is_compliant !== true || answer?.kind !== 'records') return [];
  const ids = [status.attestation_id ?? null, status.overridden_attestation_id ?? null].filter((id) => id !== null);
  const overridden = typeof status.overridden_attestation_id === 'string';
  const own = answer.records.filter(({ attestation_id: id }) => ids.includes(id));
  const strict = status.attestation_type !== 'generic' || ids.length === 0;
  const counts = own.map(({ junit_results: rows }) =>
    Array.isArray(rows) ? (rows as readonly { total: number; skipped: number }[]) : undefined,
  );
  const ran = counts.flatMap((rows) => rows ?? []).reduce((sum, { total, skipped }) => sum + total - skipped, 0);
  return [
    ...says(!strict || own.length > 0 || (ids.length === 0 && answer.records.length > 0), `${key} is seen`),
    ...says(overridden || own.every(({ is_compliant: ok }) => ok !== false), `the record of ${key}`),
    ...says(
      overridden || minTests === 0 || status.attestation_type !== 'junit' || own.length !== answer.records.length || ran >= minTests,
      `the tests of ${key}`,
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
