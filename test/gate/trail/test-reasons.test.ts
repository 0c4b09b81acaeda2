import { describe, expect, it } from 'vitest';
import type { AttestationRecord } from '../../../src/contract/index.ts';
import { idsWithoutCounts, rowsOf } from '../../../src/gate/index.ts';
import { testCounts } from '../../../src/gate/tests.ts';
import { counts, question, row, run, trail } from '../build.ts';
import { codes, judge, ofUnit, type Given } from '../judge.ts';

const other = 'c0ffee0000000000000000000000000000000002';

describe('the tests behind a green row', () => {
  it('are at least one, unless the caller asks for more or for none', () => {
    const none = [ofUnit({ junit_results: [] })];
    const skipped = [ofUnit({ junit_results: counts({ total: 3, skipped: 3 }) })];
    for (const records of [none, skipped]) {
      const verdict = judge({ records });
      expect(verdict.name).toBe('non-compliant');
      expect(verdict.reasons).toEqual([
        expect.objectContaining({ code: 'too-few-tests', attestation: 'unit', message: expect.stringContaining('no test ran') }),
      ]);
      expect(judge({ records, policy: { minTests: 0 } }).name).toBe('compliant');
    }
    const two = [ofUnit({ junit_results: [...counts(), ...counts()] })];
    expect(judge({ records: two, policy: { minTests: 2 } }).name).toBe('compliant');
    expect(judge({ records: two, policy: { minTests: 3 } }).reasons[0]?.message).toContain('only 2 tests ran');
  });

  it('are added up over the groups of the row: one leg may skip all of its own', () => {
    const leg = (os: string, facts: object): AttestationRecord =>
      ofUnit({ user_data: run({ matrix: { os } }), attestation_id: os, ...facts });
    const records = [leg('linux', {}), leg('windows', { junit_results: counts({ skipped: 1 }) })];
    expect(judge({ row: { attestation_id: 'windows' }, records }).name).toBe('compliant');
    expect(judge({ row: { attestation_id: 'windows' }, records, policy: { minTests: 2 } }).name).toBe('non-compliant');
  });

  it('are not those of an older attempt', () => {
    const attempt = (number: string, facts: object): AttestationRecord =>
      ofUnit({ user_data: run({ run_attempt: number }), attestation_id: number, ...facts });
    const records = [attempt('1', {}), attempt('2', { junit_results: [] })];
    expect(codes(judge({ row: { attestation_id: '2' }, records }))).toEqual(['too-few-tests']);
  });

  it('are those of the record that the row carries where nothing is of this commit', () => {
    const elsewhere = (facts: object): Given => ({
      question: { trail: 'release' },
      byId: [ofUnit({ trail_name: 'release', git_commit_info: { sha1: other }, ...facts })],
    });
    expect(judge(elsewhere({})).name).toBe('compliant');
    expect(codes(judge(elsewhere({ junit_results: [] })))).toEqual(['too-few-tests']);
  });

  it('are not asked of other types, nor of an overridden row', () => {
    const none = { junit_results: [] };
    expect(judge({ row: { attestation_type: 'generic' }, records: [ofUnit(none)] }).name).toBe('compliant');
    const overridden = { overridden_attestation_id: 'id-of-unit' };
    expect(judge({ row: overridden, records: [ofUnit(none)] }).name).toBe('compliant');
    expect(judge({ row: overridden, records: [ofUnit({}, false)] }).name).toBe('compliant');
  });

  it('are asked where the record says that it is of test results, or carries some and tells no type', () => {
    const none = { junit_results: [] };
    expect(codes(judge({ row: { attestation_type: 'generic' }, records: [ofUnit({ ...none, attestation_type: 'junit' })] }))).toEqual([
      'too-few-tests',
    ]);
    expect(codes(judge({ row: { attestation_type: null }, records: [ofUnit(none)] }))).toEqual(['too-few-tests']);
    expect(codes(judge({ row: { attestation_type: 'JUnit' }, records: [ofUnit(none)] }))).toEqual(['too-few-tests']);
    expect(codes(judge({ row: { attestation_type: null }, records: [ofUnit({ ...none, attestation_type: '' })] }))).toEqual([
      'too-few-tests',
    ]);
    expect(judge({ row: { attestation_type: null }, records: [ofUnit({ junit_results: null })] }).name).toBe('compliant');
  });

  it.each([
    ['absent', undefined],
    ['null', null],
    ['no list', { total: 1 }],
    ['a list of something else', ['x']],
    ['not counted in whole numbers', counts({ total: 1.5 })],
    ['counted below zero', counts({ skipped: -1 })],
    ['counted as text', [{ failures: 0, errors: 0, skipped: 0, total: '1' }]],
  ])('are unknown where they are %s', (_, results) => {
    const verdict = judge({ records: [ofUnit({ junit_results: results })] });
    expect(verdict.name).toBe('unknown');
    expect(verdict.reasons).toEqual([expect.objectContaining({ code: 'tests-untold', attestation: 'unit' })]);
    expect(judge({ records: [ofUnit({ junit_results: results })], policy: { minTests: 0 } }).name).toBe('compliant');
  });

  it('are known from a second reading of the record by its id', () => {
    expect(judge({ records: [ofUnit({ junit_results: undefined })], byId: [ofUnit()] }).name).toBe('compliant');
    expect(codes(judge({ records: [ofUnit()], byId: [ofUnit({ junit_results: [] })] }))).toEqual(['too-few-tests']);
  });

  it.each([
    ['failed', { failures: 2 }],
    ['ended in an error', { errors: 2 }],
  ])('are a no where some %s, although the record calls itself compliant', (_, facts) => {
    const records = [ofUnit({ junit_results: [...counts(), ...counts(facts)] })];
    for (const minTests of [0, 1]) {
      const verdict = judge({ records, policy: { minTests } });
      expect(verdict.name).toBe('non-compliant');
      expect(verdict.reasons).toEqual([
        expect.objectContaining({ code: 'record-failing', attestation: 'unit', message: expect.stringContaining('holds 2 failed tests') }),
      ]);
    }
  });
});

describe('a row of a record that cannot be read', () => {
  it('hides no failure in the others', () => {
    const records = [ofUnit({ junit_results: [...counts({ failures: 2 }), 'x'] })];
    for (const minTests of [0, 1]) expect(codes(judge({ records, policy: { minTests } }))).toEqual(['record-failing']);
  });
});

describe('records whose tests are to be read by their ids', () => {
  const ids = (records: readonly AttestationRecord[], facts: Parameters<typeof row>[1] = {}): readonly string[] => {
    const [first] = rowsOf(trail([row('unit', facts)]));
    return first === undefined ? ['no row'] : idsWithoutCounts(first, { kind: 'records', records }, question);
  };
  const untold = ofUnit({ junit_results: undefined });

  it('are those that count and carry no counts', () => {
    expect(ids([untold, ofUnit({ attestation_id: 'x', created_at: 1 })])).toEqual(['id-of-unit']);
    expect(ids([ofUnit()])).toEqual([]);
    expect(ids([ofUnit({ junit_results: [] })])).toEqual([]);
    const older = ofUnit({ attestation_id: 'older', junit_results: undefined, created_at: 1 });
    expect(ids([older, ofUnit()])).toEqual([]);
  });

  it('are none of another type, and none that are overridden', () => {
    expect(ids([untold], { attestation_type: 'generic' })).toEqual([]);
    expect(ids([untold], { overridden_attestation_id: 'id-of-unit' })).toEqual([]);
  });
});

describe('what is said of the tests', () => {
  it('counts one as one', () => {
    const one = judge({ records: [ofUnit()], policy: { minTests: 2 } }).reasons[0]?.message;
    expect(one).toContain('only 1 test ran,');
    const failed = judge({ records: [ofUnit({ junit_results: counts({ failures: 1 }) })] }).reasons[0]?.message;
    expect(failed).toMatch(/holds 1 failed test$/);
  });

  it('takes of two readings of one record the worse', () => {
    const readings = [ofUnit({ junit_results: counts({ failures: 3 }) }), ofUnit()];
    expect(judge({ records: readings, row: { attestation_type: 'junit' } }).reasons.map(({ code }) => code)).toEqual(['record-failing']);
    expect(testCounts(readings)).toEqual({ kind: 'counts', ran: 1 });
    expect(testCounts(readings.toReversed())).toEqual({ kind: 'counts', ran: 1 });
    expect(testCounts([ofUnit({ junit_results: undefined }), ofUnit()])).toEqual({ kind: 'counts', ran: 1 });
    expect(testCounts([ofUnit(), ofUnit({ junit_results: null })])).toEqual({ kind: 'counts', ran: 1 });
  });

  it('is nothing where a row is null', () => {
    expect(testCounts([ofUnit({ junit_results: [null] })]).kind).toBe('absent');
  });
});
