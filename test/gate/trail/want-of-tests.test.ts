import { describe, expect, it, test } from 'vitest';
import type { Trail } from '../../../src/contract/index.ts';
import { decide, decideArtifact, type Policy } from '../../../src/gate/index.ts';
import { counts, nothingMore, question, record, row, run, sha, told, trail } from '../build.ts';
import { codes, judge, ofUnit } from '../judge.ts';

/** A row that the service calls not compliant for one thing alone. */
const empty = { is_compliant: false, no_test_ran: true } as const;
const without = ofUnit({ junit_results: counts({ total: 2, skipped: 2 }) });
const verdictOf = (about: Trail, records = [without], policy: Partial<Policy> = {}): ReturnType<typeof decide> =>
  decide(
    { question, answer: { kind: 'trail', trail: told(about) }, records: new Map([['unit', { kind: 'records', records }]]) },
    { ...nothingMore, ...policy },
  );

describe('a name that the service calls not compliant because no test of it ran', () => {
  const about = trail([row('unit', empty)], 'NON-COMPLIANT');

  it('is too few tests, and nothing else', () => {
    const { name, reasons } = verdictOf(about);
    expect([name, reasons.map(({ code }) => code)]).toEqual(['non-compliant', ['too-few-tests']]);
    expect(reasons[0]?.message).toBe('unit is not compliant on the trail: no test ran, skipped ones not counted; at least 1 must');
  });

  it('passes a gate that asks for no test', () => {
    expect(verdictOf(about, [without], { minTests: 0 })).toMatchObject({ name: 'compliant', reasons: [] });
  });

  it('is no yes where the gate sees a test that the service does not count', () => {
    expect(codes(verdictOf(about, [ofUnit()]))).toEqual(['too-few-tests']);
  });

  it('is judged for any other cause, also where no test is asked for', () => {
    const red = record('unit', false, { user_data: run({ event: 'schedule' }) });
    expect(codes(verdictOf(about, [without, red], { minTests: 0 }))).toEqual(['failing-elsewhere']);
    expect(codes(verdictOf(about, [], { minTests: 0 }))).toEqual(['record-unseen']);
  });

  it('hides no other no of the trail', () => {
    const both = trail([row('unit', empty), row('lint', { is_compliant: false, attestation_type: 'generic' })], 'NON-COMPLIANT');
    expect(codes(verdictOf(both, [without], { minTests: 0 }))).toEqual(['failing']);
  });

  it('is a no where the record itself says no', () => {
    expect(codes(judge({ row: { is_compliant: false }, records: [ofUnit({}, false)], policy: { minTests: 0 } }))).toContain('failing');
  });
});

describe('an artifact that is not compliant because no test of it ran', () => {
  const fingerprint = 'f'.repeat(64);
  const state = { status: 'NON-COMPLIANT', is_compliant: false, attestations_statuses: [row('unit', empty)] };
  const about = trail([], 'NON-COMPLIANT', { artifacts_statuses: { cli: { artifact_fingerprint: fingerprint, ...state } } });
  const records = [{ ...without, artifact_fingerprint: fingerprint }];
  const ofArtifact = (minTests: number): ReturnType<typeof decide> => {
    const verdict = verdictOf(about, records, { minTests });
    const artifact = { name: 'cli', fingerprint, state: 'NON-COMPLIANT', trail_name: sha, git_commit: sha };
    const asked = { subject: 'artifact', org: 'acme', flow: 'shop', fingerprint, approvedFor: undefined } as const;
    return decideArtifact(
      {
        question: asked,
        answer: { kind: 'artifacts', artifacts: [artifact] },
        trails: [{ question, verdict }],
        approvals: undefined,
        reports: undefined,
      },
      nothingMore,
    );
  };

  it('is too few tests of its name', () => {
    expect(codes(ofArtifact(1))).toEqual(['too-few-tests']);
  });

  it('passes a gate that asks for no test', () => {
    expect(ofArtifact(0)).toMatchObject({ name: 'compliant', reasons: [] });
  });
});

describe('a name whose template says that no test of it need run', () => {
  const mayBeEmpty = { min_tests: 0 };

  it.each([
    [0, []],
    [1, []],
    [2, ['too-few-tests']],
  ])('is asked for %i tests: %j', (minTests, reasons) => {
    expect(codes(judge({ row: mayBeEmpty, records: [without], policy: { minTests } }))).toEqual(reasons);
  });

  it('may have said no before the template did', () => {
    const about = trail([row('unit', empty)], 'NON-COMPLIANT');
    const now = { status: 'COMPLIANT', is_compliant: true, attestations_statuses: [row('unit', mayBeEmpty)], template_version: 2 };
    expect(verdictOf({ ...about, template_version: 1, current: now })).toMatchObject({ name: 'compliant', reasons: [] });
  });
});

test('a record whose rows contradict themselves is no yes, however few tests are asked for', () => {
  const records = [ofUnit({ junit_results: [...counts({ total: 3, skipped: 4 }), ...counts()] })];
  for (const minTests of [0, 1])
    expect(judge({ records, policy: { minTests } })).toMatchObject({ name: 'unknown', reasons: [{ code: 'contradictory-answer' }] });
  expect(judge({ row: { overridden_attestation_id: 'id-of-unit', attestation_id: 'x' }, records }).name).toBe('compliant');
});
