import { describe, expect, it } from 'vitest';
import { idsWithoutCounts, rowsOf, type RecordsAnswer } from '../../../src/gate/index.ts';
import { carriesCounts, failedIn, testCounts } from '../../../src/gate/tests.ts';
import { counts, question, record, row, run, trail } from '../build.ts';
import { codes, judge, ofUnit } from '../judge.ts';

const of = (id: string, facts: Readonly<Record<string, number>>): ReturnType<typeof record> =>
  record('unit', true, { attestation_id: id, junit_results: counts(facts) });

describe('the counts of records', () => {
  it('are added up over rows and records', () => {
    const two = record('unit', true, { junit_results: [...counts({ total: 3, skipped: 1 }), ...counts({ failures: 1, errors: 2 })] });
    expect(testCounts([two, of('x', { total: 4 })])).toEqual({ kind: 'counts', ran: 7 });
    expect(testCounts([])).toEqual({ kind: 'counts', ran: 0 });
  });

  it('of a row that skips more than it holds take nothing from the others', () => {
    expect(testCounts([of('x', { total: 1, skipped: 5 }), of('y', { total: 2 })])).toMatchObject({ ran: 2 });
  });

  it('of one record in two readings are those that say less', () => {
    const more = of('x', { total: 5 });
    const less = of('x', { total: 3 });
    for (const both of [
      [more, less],
      [less, more],
    ])
      expect(testCounts(both)).toEqual({ kind: 'counts', ran: 3 });
    const untold = { ...more, junit_results: null };
    expect(testCounts([untold, more])).toMatchObject({ ran: 5 });
    expect(testCounts([more, untold])).toMatchObject({ ran: 5 });
  });

  it('are absent as soon as one record does not tell them', () => {
    const untold = record('unit', true, { junit_results: undefined });
    expect(testCounts([of('x', {}), untold])).toEqual({ kind: 'absent', record: untold });
  });

  it.each([
    [[...counts({ failures: 1 }), ...counts({ errors: 2 })], 3],
    [[...counts({ failures: 1 }), 'x', null], 1],
    [[{ failures: 1 }, { errors: '2' }, { failures: 0.5 }], 4],
    [[{ failures: -1 }, { failures: 'none' }, { failures: true }, { errors: null }], 0],
    [{ failures: 1 }, 0],
  ])('tell of what is red in %j, whatever else cannot be read: %i', (results, failed) => {
    expect(failedIn(record('unit', true, { junit_results: results }))).toBe(failed);
  });

  it.each([
    [[], true],
    [counts(), true],
    [[null], false],
    [['x'], false],
    [[{}], false],
    [counts({ total: Number.MAX_SAFE_INTEGER + 1 }), false],
    [null, false],
    ['[]', false],
  ])('are carried by a record of %j: %s', (results, carried) => {
    expect(carriesCounts(record('unit', true, { junit_results: results }))).toBe(carried);
  });
});

describe('the records whose counts are to be read by their ids', () => {
  const [unit] = rowsOf(trail([row('unit')]));
  const ids = (answer: RecordsAnswer, facts: object = {}): readonly string[] =>
    unit === undefined ? [] : idsWithoutCounts({ ...unit, status: { ...unit.status, ...facts } }, answer, question);
  const untold = (id: string, facts: object = {}) => ofUnit({ attestation_id: id, junit_results: undefined, ...facts });

  it('are those that count for the row and do not tell them', () => {
    const leg = (os: string): object => ({ user_data: run({ matrix: { os } }) });
    const records = [untold('a', leg('linux')), ofUnit({ attestation_id: 'b', ...leg('windows') }), untold('c', leg('macos'))];
    expect(ids({ kind: 'records', records })).toEqual(['a', 'c']);
  });

  it('are none of an older attempt, of another type, or of an overridden row', () => {
    const attempt = (number: string): object => ({ user_data: run({ run_attempt: number }) });
    expect(ids({ kind: 'records', records: [untold('a', attempt('1')), untold('b', attempt('2'))] })).toEqual(['b']);
    expect(ids({ kind: 'records', records: [untold('a')] }, { attestation_type: 'generic' })).toEqual([]);
    expect(ids({ kind: 'records', records: [untold('a')] }, { overridden_attestation_id: 'x' })).toEqual([]);
  });

  it('are those of the row where nothing is of this commit', () => {
    expect(ids({ kind: 'records', records: [], byId: [untold('id-of-unit'), untold('other')] })).toEqual(['id-of-unit']);
    expect(ids({ kind: 'failed', fault: { code: 'x', message: 'x' } })).toEqual([]);
  });
});

describe('how many tests ran', () => {
  it('is told in words that fit the number', () => {
    const one = [ofUnit({ junit_results: counts() })];
    expect(judge({ records: one, policy: { minTests: 2 } }).reasons[0]?.message).toContain('only 1 test ran, skipped ones not counted');
    const red = [ofUnit({ junit_results: counts({ failures: 1 }) })];
    expect(judge({ records: red }).reasons[0]?.message).toContain('holds 1 failed test');
    expect(judge({ records: red }).reasons[0]?.message).not.toContain('tests');
  });

  it('is asked by the type of the records that the row stands for, not of others of its name', () => {
    const generic = ofUnit({ attestation_type: 'generic', junit_results: undefined });
    const other = record('unit', true, { attestation_type: 'junit', junit_results: [] });
    expect(judge({ row: { attestation_type: null }, records: [generic, other] }).name).toBe('compliant');
  });

  it('is asked where any reading of a record without a type carries results', () => {
    const records = [ofUnit({ junit_results: undefined })];
    expect(codes(judge({ row: { attestation_type: null }, records, byId: [ofUnit({ junit_results: [] })] }))).toEqual(['too-few-tests']);
  });
});
