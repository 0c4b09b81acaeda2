import { describe, expect, it } from 'vitest';
import type { AttestationRecord, AttestationStatus } from '../../../src/contract/index.ts';
import type { OwnEvidence, Verdict } from '../../../src/gate/index.ts';
import { reasonDetails } from '../../../src/presentation/index.ts';
import { counts, decideOn, missing, own, record, row, run, trail } from '../build.ts';

const page = 'https://evidence.example/acme/flows/shop/trails/c0ffee';

/** The verdict on a trail with a red row of this shape. */
function red(facts: Partial<AttestationStatus> = {}, options: Parameters<typeof decideOn>[1] = {}): Verdict {
  return decideOn(trail([row('unit', { is_compliant: false, ...facts })], 'NON-COMPLIANT'), options);
}

describe('a red row', () => {
  it('is one reason, with what it is about and how to fix it', () => {
    expect(red().reasons).toEqual([
      {
        code: 'failing',
        verdict: 'non-compliant',
        attestation: 'unit',
        message: 'unit is not compliant',
        fix: 'Fix the failing tests; then push, or run its job again: the latest record of the name decides',
        url: page,
      },
    ]);
    expect(red().notices).toEqual([]);
    expect(red({ attestation_type: 'snyk' }).reasons[0]?.fix).toMatch(/^Fix what the scan found; then push/);
    expect(red({ attestation_type: 'custom:x' }).reasons[0]?.fix).toMatch(/^Fix what unit found; then push/);
    expect(red({ overridden_attestation_id: 'x' }).reasons[0]?.message).toBe('unit is overridden as non-compliant');
    expect(red({ overridden_attestation_id: 'x' }).reasons[0]?.fix).toMatch(/^Ask who overrode it/);
  });

  it('says that its record contradicts itself, where no test of it failed, and how that comes', () => {
    const skipping = (facts: object) =>
      red(
        {},
        {
          records: {
            unit: [record('unit', false, { attestation_id: 'id-of-unit', junit_results: counts({ total: 1, skipped: 2, ...facts }) })],
          },
        },
      );
    const [reason] = skipping({}).reasons;
    expect(reason?.message).toBe('unit is not compliant: its record says that more tests were skipped than it holds');
    expect(reason?.fix).toMatch(/^Look at the tool that wrote the file/);
    expect(skipping({ failures: 1 }).reasons[0]?.fix).toMatch(/^Fix the failing tests/);
  });

  it('tells since when and where, from the record that it carries and from no other', () => {
    const carried = record('unit', false, { attestation_id: 'id-of-unit', html_url: 'https://evidence.example/record' });
    const other = record('unit', false, { html_url: 'https://evidence.example/other' });
    expect(red({}, { records: { unit: [other, carried] } }).reasons[0]).toMatchObject({
      since: carried.created_at,
      url: 'https://evidence.example/record',
    });
    const untold = red({}, { records: { unit: [other] } });
    expect(untold.reasons[0]).not.toHaveProperty('since');
    expect(untold.reasons[0]?.url).toBe(page);
    expect(untold.rows[0]).toMatchObject({ since: undefined, url: page });
    const unnamed = decideOn(trail([{ attestation_name: 'unit', status: 'COMPLETE', is_compliant: false }], 'NON-COMPLIANT'));
    expect(unnamed.reasons[0]).toMatchObject({ code: 'failing' });
    expect(unnamed.reasons[0]).not.toHaveProperty('since');
  });

  it('says how many tests failed by the record that it carries, where that was read by its id alone', () => {
    const [carried, other] = ['id-of-unit', 'another'].map((id) =>
      record('unit', false, { attestation_id: id, trail_name: 'release', junit_results: counts({ failures: id === 'another' ? 7 : 2 }) }),
    );
    const { reasons } = red({}, { records: { unit: [other, carried].filter((one) => one !== undefined) } });
    expect(reasons).toMatchObject([{ message: 'unit is not compliant: 2 tests failed', failed: { count: 2 } }]);
  });

  it('is told once for a run that made several records', () => {
    const ofRun = (id: string): AttestationRecord => record('unit', false, { attestation_id: id, user_data: run({ nonce: id }) });
    const { reasons } = red({}, { records: { unit: [ofRun('id-of-unit'), ofRun('another')] } });
    expect(reasons.map(({ code }) => code)).toEqual(['failing']);
  });

  it('says how many tests failed in this run, where they are ours', () => {
    const message = (evidence: OwnEvidence): string | undefined => red({}, { own: evidence }).reasons[0]?.message;
    expect(message(own({ failed: 1 }))).toBe('unit is not compliant: 1 test failed in this run');
    expect(message(own({ failed: 2 }))).toBe('unit is not compliant: 2 tests failed in this run');
    expect(message(own({ failed: 0 }))).toBe('unit is not compliant');
    expect(message(own({ failed: 2, name: 'lint' }))).toBe('unit is not compliant');
  });

  it('is not told again where our own evidence of that name is unusable, and only there', () => {
    const problems = [{ code: 'no-files', message: 'nothing there' }] as const;
    const codes = (name: string): readonly string[] => red({}, { own: own({ name, problems }) }).reasons.map(({ code }) => code);
    expect(codes('unit')).toEqual(['evidence-unusable']);
    expect(red({}, { own: own({ problems }) }).rows[0]?.state).toBe('non-compliant');
    expect(codes('lint')).toEqual(['evidence-unusable', 'failing']);
  });
});

describe('a row in a state that we do not know', () => {
  const bare = { attestation_name: 'unit', attestation_id: 'x' };

  it.each([
    [{ ...bare, status: 'PENDING', is_compliant: null }, 'status PENDING, is_compliant null'],
    [{ ...bare, status: 'COMPLETE' }, 'status COMPLETE, is_compliant absent'],
    [{ ...bare, status: null }, 'status null, is_compliant absent'],
    [{ ...bare, is_compliant: null }, 'status absent, is_compliant null'],
  ])('says which: %j', (status, says) => {
    expect(decideOn(trail([status]))).toMatchObject({
      name: 'unknown',
      reasons: [{ code: 'unknown-state', verdict: 'unknown', attestation: 'unit', message: expect.stringContaining(says) }],
      rows: [{ state: 'unknown' }],
    });
  });
});

describe('the line of a row for people', () => {
  it('tells its name, type, state, whether it is required, and its runs', () => {
    const verdict = decideOn(
      trail(
        [
          row('unit'),
          row('lint', { is_compliant: false, unexpected: true, attestation_type: null }),
          row('scan', missing),
          row('audit', { overridden_attestation_id: 'x' }),
        ],
        'NON-COMPLIANT',
      ),
    );
    expect(verdict.rows).toEqual([
      { attestation: 'unit', type: 'junit', state: 'compliant', requiredBy: ['template'], groups: 1, since: expect.any(Number), url: page },
      { attestation: 'lint', type: undefined, state: 'non-compliant', requiredBy: [], groups: 0, since: undefined, url: page },
      { attestation: 'scan', type: 'junit', state: 'missing', requiredBy: ['template'], groups: 0, since: undefined, url: page },
      {
        attestation: 'audit',
        type: 'junit',
        state: 'overridden',
        requiredBy: ['template'],
        groups: 1,
        since: expect.any(Number),
        url: page,
        override: {
          attestation: 'audit',
          is_compliant: true,
          attestation_id: 'id-of-audit',
          overridden_attestation_id: 'x',
          original_attestation_type: 'junit',
        },
      },
    ]);
  });

  it('is required where the caller names it', () => {
    const verdict = decideOn(trail([row('unit', { unexpected: true })]), { policy: { required: ['unit'] } });
    expect(verdict.rows[0]?.requiredBy).toEqual(['required-attestations']);
    const both = decideOn(trail([row('unit')]), { policy: { required: ['unit'] } });
    expect(both.rows[0]?.requiredBy).toEqual(['template', 'required-attestations']);
  });
});

it('of unusable evidence says why first, and of no test that it failed', () => {
  const rows = ['a.xml', 'b.xml'].map((name) => ({ name: `unusable evidence: ${name}`, total: 1, failures: 0, errors: 1, skipped: 0 }));
  const unusable = ['a.xml: git tracks the file', 'b.xml: it is empty'];
  const facts = { attestation_id: 'id-of-unit', junit_results: rows, user_data: { compliance_evidence: { unusable } } };
  const [reason] = red({}, { records: { unit: [record('unit', false, facts)] } }).reasons;
  expect(reason?.message).toBe('unit is not compliant: its evidence is unusable: a.xml: git tracks the file, and 1 more cause');
  expect(reason?.fix).toMatch(/^Look at the step that recorded it, which says how to fix it; /);
  expect(reasonDetails(reason ?? {})[0]).toBe('Unusable: a.xml: git tracks the file and b.xml: it is empty');
});
