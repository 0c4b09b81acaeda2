import { describe, expect, it } from 'vitest';
import { rowsOf, stateOf } from '../../src/gate/index.ts';
import { behind, decideOn, row, trail } from './build.ts';
import { judge, ofUnit } from './judge.ts';

/** What a row of such facts says; a fact that is `undefined` is left out. */
function stateFor(facts: Readonly<Record<string, unknown>>): string {
  const full = { ...row('unit'), ...facts };
  const status = Object.fromEntries(Object.entries(full).filter(([, value]) => value !== undefined));
  const [only] = rowsOf(trail([{ ...status, attestation_name: 'unit' }]));
  return only === undefined ? 'none' : stateOf(only);
}

describe('a row', () => {
  const ids = ['x', null, undefined];
  const flags = [true, false, null, undefined];

  it('in a status that we do not know is unknown, whatever else it claims', () => {
    for (const status of ['PENDING', '', 'complete'])
      for (const is_compliant of flags) expect(stateFor({ status, is_compliant })).toBe('unknown');
  });

  it.each<[string | null | undefined, boolean | null | undefined, string]>([
    ['COMPLETE', true, 'compliant'],
    [null, true, 'compliant'],
    [undefined, true, 'compliant'],
    ['COMPLETE', false, 'non-compliant'],
    [null, false, 'non-compliant'],
    [undefined, false, 'non-compliant'],
    ['COMPLETE', null, 'unknown'],
    ['COMPLETE', undefined, 'unknown'],
    ['MISSING', true, 'unknown'],
    ['MISSING', false, 'missing'],
    ['MISSING', null, 'missing'],
    ['MISSING', undefined, 'missing'],
  ])('of status %s with is_compliant %s is %s, whatever its id', (status, is_compliant, state) => {
    for (const attestation_id of ids) expect(stateFor({ status, is_compliant, attestation_id })).toBe(state);
  });

  it('that tells neither status nor compliance is missing, unless it names a record', () => {
    for (const status of [null, undefined]) {
      for (const is_compliant of [null, undefined]) {
        expect(ids.map((attestation_id) => stateFor({ status, is_compliant, attestation_id }))).toEqual(['unknown', 'missing', 'missing']);
      }
    }
  });

  it('is demanded unless it, or its artifact, is unexpected', () => {
    const image = { status: 'COMPLIANT', attestations_statuses: [row('scan'), row('other', { unexpected: true })] };
    const rows = rowsOf(
      trail([row('unit'), row('lint', { unexpected: null }), row('extra', { unexpected: true })], 'COMPLIANT', {
        artifacts_statuses: { image, chart: { ...image, unexpected: true } },
      }),
    );
    expect(rows.filter(({ expected }) => expected).map(({ key }) => key)).toEqual(['unit', 'lint', 'image.scan']);
    expect(rows.map(({ key }) => key)).toEqual(['unit', 'lint', 'extra', 'image.scan', 'image.other', 'chart.scan', 'chart.other']);
    const lonely = trail([], 'COMPLIANT', { artifacts_statuses: { chart: { ...image, is_compliant: true, unexpected: true } } });
    expect(decideOn(lonely, { records: behind(lonely) }).rows.map(({ demanded }) => demanded)).toEqual([false, false]);
  });
});

describe('the records of a row', () => {
  it('count where they do not say of which trail they are', () => {
    const { trail_name: _, ...untold } = ofUnit({ attestation_id: 'red' }, false);
    const green = ofUnit({ user_data: { compliance_evidence: { job: 'other' } } });
    for (const red of [untold, { ...untold, trail_name: null }]) expect(judge({ records: [red, green] }).name).toBe('non-compliant');
  });

  it('may be overridden by a record that is red itself', () => {
    const overridden = { attestation_id: 'the-override', overridden_attestation_id: 'id-of-unit' };
    expect(judge({ row: overridden, records: [ofUnit({ attestation_id: 'the-override' }, false)] }).name).toBe('compliant');
  });
});
