import * as fc from 'fast-check';
import type { ArtifactStatus, AttestationStatus, Trail } from '../../src/contract/index.ts';
import type { Evidence, OwnEvidence, Policy, RecordsAnswer } from '../../src/gate/index.ts';
import { counts, question, record, run, sha } from './build.ts';

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

const names = fc.constantFrom('unit', 'lint', 'scan');
const state = fc.oneof(
  { weight: 16, arbitrary: fc.constant('COMPLIANT') },
  { weight: 4, arbitrary: fc.constantFrom('NON-COMPLIANT', 'INCOMPLETE', 'MISSING', 'PENDING', '') },
);
const flag = fc.oneof({ weight: 14, arbitrary: fc.constant(true) }, { weight: 3, arbitrary: fc.constantFrom(false, null) });
const id = fc.constantFrom('a', 'a', 'a', 'b', null);

const rows: fc.Arbitrary<AttestationStatus> = fc.record(
  {
    attestation_name: names,
    attestation_type: fc.constantFrom('junit', 'junit', 'generic', null),
    attestation_id: id,
    overridden_attestation_id: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: id }),
    status: fc.oneof(
      { weight: 12, arbitrary: fc.constant('COMPLETE') },
      { weight: 3, arbitrary: fc.constantFrom('MISSING', 'PENDING', null) },
    ),
    is_compliant: flag,
    unexpected: fc.constantFrom(true, false, null),
  },
  { requiredKeys: ['attestation_name'] },
);

const artifacts: fc.Arbitrary<ArtifactStatus> = fc.record(
  { status: state, is_compliant: flag, attestations_statuses: fc.array(rows, { maxLength: 2 }), unexpected: fc.boolean() },
  { requiredKeys: ['status', 'attestations_statuses'] },
);

const statuses = {
  status: state,
  is_compliant: flag,
  attestations_statuses: fc.array(rows, { maxLength: 4 }),
  artifacts_statuses: fc.dictionary(fc.constantFrom('image', 'chart'), artifacts, { maxKeys: 2 }),
};

const trails: fc.Arbitrary<Trail> = fc.record(
  {
    name: fc.constant(sha),
    compliance_state: fc.oneof(state, fc.constant(null)),
    is_compliant: flag,
    compliance_status: fc.record(statuses, { requiredKeys: ['status', 'attestations_statuses'] }),
    current: fc.option(fc.record({ ...statuses, template_version: fc.nat(3) }, { requiredKeys: ['status'] })),
    own_template: fc.constantFrom(false, false, true, null),
  },
  { requiredKeys: ['name', 'compliance_status'] },
);

const userData = fc.oneof(
  fc
    .record({
      event: fc.constantFrom('push', 'pr'),
      matrix: fc.constantFrom('l', 'w'),
      run_id: fc.constantFrom(1, 2),
      run_attempt: fc.constantFrom(1, 2),
    })
    .map(run),
  fc.jsonValue(),
  fc.jsonValue().map((value) => ({ compliance_evidence: value })),
);
const recordId = fc.constantFrom('a', 'a', 'a', 'b', 'c');
const results = fc.constantFrom(
  counts(),
  counts(),
  counts(),
  counts(),
  counts(),
  counts({ failures: 1 }),
  counts({ skipped: 1 }),
  [],
  undefined,
);
const recordsOf = (name: string): fc.Arbitrary<RecordsAnswer> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant<RecordsAnswer>({ kind: 'failed', fault: { code: 'timeout', message: 'late' } }) },
    {
      weight: 6,
      arbitrary: fc
        .array(
          fc.record({
            ok: fc.constantFrom(true, true, true, true, true, true, false, null),
            data: userData,
            at: fc.nat(3),
            recordId,
            results,
          }),
          {
            maxLength: 4,
          },
        )
        .map((list): RecordsAnswer => ({
          kind: 'records',
          records: list.map(({ ok, data, at, recordId: id_, results: rows_ }) =>
            record(name, ok, { user_data: data, created_at: at, attestation_id: id_, junit_results: rows_ }),
          ),
        })),
    },
  );
const recordMaps = fc
  .tuple(recordsOf('unit'), recordsOf('lint'), recordsOf('scan'))
  .map(([unit, lint, scan]) => new Map(Object.entries({ unit, lint, scan })));

const owns: fc.Arbitrary<OwnEvidence> = fc.record({
  name: names,
  failed: fc.constantFrom(0, 0, 3),
  problems: fc.constantFrom([], [], [{ code: 'no-files', message: 'nothing there' } as const]),
  sending: fc.constantFrom<OwnEvidence['sending']>(
    { kind: 'accepted', id: 'a', evaluated: true },
    { kind: 'accepted', id: 'a', evaluated: false },
    { kind: 'failed', fault: { code: 'timeout', message: 'late' } },
    { kind: 'dry-run' },
    { kind: 'withheld' },
  ),
});

/** The policies that a caller may require. */
export const policies: fc.Arbitrary<Policy> = fc.record({
  required: fc.uniqueArray(fc.constantFrom('unit', 'lint', 'image.scan'), { maxLength: 2 }),
  allowEmptyTemplate: fc.boolean(),
  template: fc.constantFrom('current', 'current', 'decided'),
  allowOwnTemplate: fc.boolean(),
  minTests: fc.constantFrom(0, 1, 1, 2),
});
/** Any trail, any records behind its names, and any evidence of our own. */
export const evidence: fc.Arbitrary<Evidence> = fc
  .record({ about: trails, records: recordMaps, own: fc.option(owns, { nil: undefined }) })
  .map(({ about, records, own }) => ({
    question,
    answer: { kind: 'trail', trail: about },
    records,
    ...(own === undefined ? {} : { own }),
  }));
