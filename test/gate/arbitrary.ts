import * as fc from 'fast-check';
import type { ArtifactStatus, AttestationStatus, Trail } from '../../src/contract/index.ts';
import type { Evidence, OwnEvidence, Policy, RecordsAnswer } from '../../src/gate/index.ts';
import { counts, question, record, run, sha } from './build.ts';

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
