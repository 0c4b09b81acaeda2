import { describe, expect, it } from 'vitest';
import type { AttestationStatus } from '../../../src/contract/index.ts';
import { rowsOf, stateOf } from '../../../src/gate/index.ts';
import { counts, decideOn, record, row, sha, trail } from '../build.ts';
import { judge, ofUnit } from '../judge.ts';

const bare: AttestationStatus = { attestation_name: 'unit' };

function stateOfRow(facts: Partial<AttestationStatus>): string | undefined {
  const [first] = rowsOf(trail([{ ...bare, ...facts }]));
  return first === undefined ? undefined : stateOf(first);
}

describe('the state of a row', () => {
  // Worked out by hand: status, is_compliant, attestation_id, and the state that follows.
  it.each([
    ['COMPLETE', true, 'x', 'compliant'],
    ['COMPLETE', true, null, 'compliant'],
    ['COMPLETE', false, 'x', 'non-compliant'],
    ['COMPLETE', null, 'x', 'unknown'],
    ['COMPLETE', null, null, 'unknown'],
    ['COMPLETE', undefined, undefined, 'unknown'],
    ['MISSING', true, 'x', 'unknown'],
    ['MISSING', true, null, 'unknown'],
    ['MISSING', false, null, 'missing'],
    ['MISSING', false, 'x', 'missing'],
    ['MISSING', null, null, 'missing'],
    ['MISSING', undefined, undefined, 'missing'],
    [null, true, 'x', 'compliant'],
    [undefined, true, undefined, 'compliant'],
    [null, false, 'x', 'non-compliant'],
    [undefined, false, undefined, 'non-compliant'],
    [null, null, 'x', 'unknown'],
    [undefined, undefined, 'x', 'unknown'],
    [null, null, null, 'missing'],
    [null, null, undefined, 'missing'],
    [undefined, undefined, null, 'missing'],
    ['PENDING', true, 'x', 'unknown'],
    ['PENDING', false, 'x', 'unknown'],
    ['', true, 'x', 'unknown'],
  ])('with status %j, is_compliant %j and id %j is %s', (status, isCompliant, id, state) => {
    const facts = {
      ...(status === undefined ? {} : { status }),
      ...(isCompliant === undefined ? {} : { is_compliant: isCompliant }),
      ...(id === undefined ? {} : { attestation_id: id }),
    };
    expect(stateOfRow(facts)).toBe(state);
  });
});

describe('a row', () => {
  const image = { status: 'COMPLIANT', attestations_statuses: [row('scan'), row('lint', { unexpected: true })] };
  const rows = (unexpected?: boolean): readonly unknown[] =>
    rowsOf(
      trail([row('unit'), row('extra', { unexpected: true })], 'COMPLIANT', {
        artifacts_statuses: { image: { ...image, ...(unexpected === undefined ? {} : { unexpected }), artifact_fingerprint: 'f' } },
      }),
    ).map(({ key, artifact, fingerprint, expected }) => [key, artifact, fingerprint, expected]);

  it('is expected where neither it nor its artifact is unexpected', () => {
    const own = [
      ['unit', undefined, undefined, true],
      ['extra', undefined, undefined, false],
    ];
    expect(rows()).toEqual([...own, ['image.scan', 'image', 'f', true], ['image.lint', 'image', 'f', false]]);
    expect(rows(false)).toEqual([...own, ['image.scan', 'image', 'f', true], ['image.lint', 'image', 'f', false]]);
    expect(rows(true)).toEqual([...own, ['image.scan', 'image', 'f', false], ['image.lint', 'image', 'f', false]]);
  });

  it('has its own records: those of another trail are not among them, and those that name none are', () => {
    const red = (trailName: string | null): ReturnType<typeof decideOn> =>
      decideOn(trail([row('unit')]), { records: { unit: [record('unit', false, { trail_name: trailName })] } });
    expect(red('another').name).toBe('compliant');
    expect(red(sha).name).toBe('non-compliant');
    expect(red(null).name).toBe('non-compliant');
  });

  it('holds nothing in a field that is an empty text: no id, no override, no type', () => {
    const red = [ofUnit({ junit_results: counts({ failures: 1 }) })];
    expect(judge({ row: { overridden_attestation_id: '' }, records: red }).name).toBe('non-compliant');
    expect(judge({ row: { attestation_type: '' }, records: red }).name).toBe('non-compliant');
    expect(judge({ row: { attestation_id: '', attestation_type: 'generic' } }).name).toBe('unknown');
    expect(judge({ row: { attestation_type: '' } }).name).toBe('unknown');
  });

  it('is overridden by either of its ids', () => {
    const red = record('unit', false);
    const overridden = (facts: Partial<AttestationStatus>): ReturnType<typeof decideOn> =>
      decideOn(trail([row('unit', facts)]), { records: { unit: [red] } });
    expect(overridden({ attestation_id: 'the-override', overridden_attestation_id: red.attestation_id }).name).toBe('compliant');
    expect(overridden({ attestation_id: red.attestation_id, overridden_attestation_id: 'another' }).name).toBe('compliant');
    expect(overridden({ attestation_id: red.attestation_id, overridden_attestation_id: null }).name).toBe('non-compliant');
  });
});
