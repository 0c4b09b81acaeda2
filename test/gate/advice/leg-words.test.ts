import { describe, expect, it, test } from 'vitest';
import type { AttestationRecord } from '../../../src/contract/index.ts';
import { legWords, type Reason } from '../../../src/gate/index.ts';
import { failedWords } from '../../../src/presentation/index.ts';
import { counts, decideOn, record, row, run, trail } from '../build.ts';

test.each([
  ['a matrix of one', { python: '3.11' }, undefined, 'python 3.11'],
  ['a matrix of several, in the order of their names', { python: 3.11, os: 'linux', fast: true }, null, 'fast true, os linux, python 3.11'],
  ['a value with values of its own', { include: { b: 1, a: [2] } }, undefined, 'include {"a":[2],"b":1}'],
  ['a value that is nothing', { python: null }, undefined, 'python null'],
  ['a label for a matrix', 'linux', undefined, 'linux'],
  ['a number for a matrix', 2, undefined, '2'],
  ['a list for a matrix', ['a', 1], undefined, '["a",1]'],
  ['the label of the caller', null, 'nightly', 'nightly'],
  ['both', { os: 'linux' }, 'nightly', 'os linux, nightly'],
  ['no leg: the artifact', undefined, undefined, 'api'],
  ['an empty matrix: the artifact', {}, '', 'api'],
  ['a label that is none: the artifact', null, 7, 'api'],
])('a leg is told by %s', (_, matrix, leg, words) => {
  expect(legWords({ matrix, leg, artifact: 'api' })).toBe(words);
});

test('without leg and artifact there is nothing to tell', () => {
  expect(legWords({ matrix: null, leg: undefined })).toBe('');
});

test('the words of a leg are one short line, whatever it holds', () => {
  const deep = Array.from({ length: 10_000 }).reduce<unknown>((inside) => [inside], 'x');
  for (const leg of [`a\n::error::b`, 'x'.repeat(10_000)]) expect(legWords({ matrix: { os: leg }, leg })).toMatch(/^.{1,100}$/);
  expect(legWords({ matrix: { deep }, leg: undefined })).toMatch(/^deep \[+"…"/);
});

/** A record of `unit` that names a failed test. */
function red(facts: object, more: Partial<AttestationRecord> = {}): AttestationRecord {
  return record('unit', false, {
    junit_results: counts({ failures: 1 }),
    user_data: run({ failed_tests: ['pytest › test_many'], ...facts }),
    ...more,
  });
}

function reasonsFor(records: readonly AttestationRecord[], carried = records[0]?.attestation_id): readonly Reason[] {
  const carrying = row('unit', { is_compliant: false, attestation_id: carried ?? null });
  return decideOn(trail([carrying], 'NON-COMPLIANT'), { records: { unit: records } }).reasons;
}

describe('a reason', () => {
  it('says of which leg the failed tests are, and of none where the record is of none', () => {
    const [of] = reasonsFor([red({ matrix: { python: '3.11' } })]);
    expect(of?.failed).toEqual({ count: 1, by: 'test', names: ['pytest › test_many'], of: 'python 3.11' });
    expect(failedWords(of ?? {})).toBe('Failed in python 3.11: pytest › test_many');
    const [none] = reasonsFor([red({})]);
    expect(none?.failed).not.toHaveProperty('of');
    expect(failedWords(none ?? {})).toBe('Failed: pytest › test_many');
  });

  it('names the leg with the suites, where the record does not name the tests', () => {
    const [reason] = reasonsFor([red({ leg: 'nightly', failed_tests: [] })]);
    expect(failedWords(reason ?? {})).toMatch(/^Failed in nightly: .+ \(1\)$/);
  });

  it('names the artifact of the row where there is no leg', () => {
    const status = row('unit', { is_compliant: false, attestation_id: 'a' });
    const about = trail([], 'NON-COMPLIANT', {
      artifacts_statuses: { api: { status: 'COMPLETE', is_compliant: false, attestations_statuses: [status] } },
    });
    const of = (facts: object): string | undefined =>
      decideOn(about, { records: { unit: [red(facts, { attestation_id: 'a', target_artifacts: ['api'] })] } }).reasons[0]?.failed?.of;
    expect([of({}), of({ leg: 'nightly' })]).toEqual(['api', 'nightly']);
  });
});

describe('a row that several legs make red', () => {
  const leg = (python: string, attestation_id: string, isCompliant = false): AttestationRecord => ({
    ...red({ matrix: { python } }, { attestation_id }),
    is_compliant: isCompliant,
  });
  const told = (...records: readonly AttestationRecord[]): readonly string[] =>
    reasonsFor(records).map(({ code, failed, message }) => `${code} ${failed?.of}: ${message}`);

  it('names each leg that failed, and no green one', () => {
    expect(told(leg('3.11', 'a'), leg('3.12', 'b'), leg('3.13', 'c', true))).toEqual([
      'failing python 3.11: unit is not compliant: 1 test failed',
      'failing-elsewhere python 3.12: unit is not compliant in the run push › ci › test › python 3.12 either',
    ]);
  });

  it('names no leg twice, also where its older run decides the row', () => {
    expect(told(leg('3.11', 'a'))).toHaveLength(1);
    const older = red({ matrix: 'l', run_id: 1 }, { attestation_id: 'a', created_at: 9 });
    const newer = red({ matrix: 'l', run_id: 2 }, { attestation_id: 'b', created_at: 8 });
    expect(told(older, newer)).toHaveLength(1);
  });

  it('names none that somebody overrode', () => {
    const overridden = row('unit', { is_compliant: false, attestation_id: 'a', overridden_attestation_id: 'a' });
    const records = { unit: [leg('3.11', 'a'), leg('3.12', 'b')] };
    expect(decideOn(trail([overridden], 'NON-COMPLIANT'), { records }).reasons).toHaveLength(1);
  });
});
