import { describe, expect, it } from 'vitest';
import type { AttestationRecord, AttestationStatus } from '../../../src/contract/index.ts';
import { rowsOf } from '../../../src/gate/index.ts';
import { contradictionOf } from '../../../src/gate/row.ts';
import { question, record, row, sha, trail } from '../build.ts';

/** The contradiction of a row `unit`, which carries the record `a`, with these records behind it. */
function said(records: readonly AttestationRecord[], facts: Partial<AttestationStatus> = {}): string | undefined {
  const [first] = rowsOf(trail([row('unit', { attestation_id: 'a', ...facts })]));
  if (first === undefined) throw new Error('No row');
  return contradictionOf(first, records, question);
}

const of = (id: string, facts: Partial<AttestationRecord> = {}, name = 'unit'): AttestationRecord =>
  record(name, true, { attestation_id: id, ...facts });

describe('the record of a green row', () => {
  it.each<readonly [string, AttestationRecord, string | undefined]>([
    ['all of it as asked', of('a'), undefined],
    ['another flow', of('a', { flow_name: 'store' }), 'the record a says that it is of the flow store'],
    ['an empty flow', of('a', { flow_name: '' }), 'the record a says that it is of the flow '],
    ['no flow', of('a', { flow_name: null }), undefined],
    ['another trail', of('a', { trail_name: 'release-7' }), 'the record a says that it is of the trail release-7'],
    ['no trail', of('a', { trail_name: null }), undefined],
    ['another name', of('a', {}, 'lint'), 'the record a says that it is of the name lint'],
    ['another flow and trail', of('a', { flow_name: 'store', trail_name: 'x' }), 'the record a says that it is of the flow store'],
    ['another trail and name', of('a', { trail_name: 'x' }, 'lint'), 'the record a says that it is of the trail x'],
    ['another flow, of a record of another row', of('b', { flow_name: 'store' }), undefined],
    ['another name, of a record of another row', of('b', {}, 'lint'), undefined],
  ])('says %s', (_, one, sentence) => {
    expect(said([one])).toBe(sentence);
  });

  it('says nothing where it lacks its flow and its trail', () => {
    const { flow_name: _flow, trail_name: _trail, ...bare } = of('a');
    expect(said([bare])).toBeUndefined();
  });

  it('is looked at wherever it stands among the others', () => {
    const wrong = of('a', { trail_name: 'x' });
    const foreign = of('b', { trail_name: 'y' });
    for (const records of [
      [foreign, wrong],
      [wrong, foreign],
      [of('a'), foreign, wrong],
    ]) {
      expect(said(records)).toBe('the record a says that it is of the trail x');
    }
  });

  it('is the first that says something else', () => {
    const facts = { attestation_id: 'a', overridden_attestation_id: 'b' };
    expect(said([of('b', { flow_name: 'one' }), of('a', { flow_name: 'two' })], facts)).toBe(
      'the record b says that it is of the flow one',
    );
    expect(said([of('a', { flow_name: 'two' }), of('b', { flow_name: 'one' })], facts)).toBe(
      'the record a says that it is of the flow two',
    );
  });

  it('may have another name where it is an override or overridden, and no other flow or trail', () => {
    const facts = { attestation_id: 'a', overridden_attestation_id: 'b' };
    expect(said([of('a', {}, 'override'), of('b', {}, 'lint')], facts)).toBeUndefined();
    expect(said([of('b', { flow_name: 'store' })], facts)).toBe('the record b says that it is of the flow store');
    expect(said([of('b', { trail_name: 'x' })], facts)).toBe('the record b says that it is of the trail x');
    expect(said([of('a', {}, 'lint')], { overridden_attestation_id: '' })).toBe('the record a says that it is of the name lint');
  });

  it('has the name of its row without that of its artifact', () => {
    const image = { status: 'COMPLIANT', attestations_statuses: [row('scan', { attestation_id: 'a' })] };
    const [ofImage] = rowsOf(trail([], 'COMPLIANT', { artifacts_statuses: { image } }));
    if (ofImage === undefined) throw new Error('No row');
    expect(contradictionOf(ofImage, [of('a', {}, 'scan')], question)).toBeUndefined();
    expect(contradictionOf(ofImage, [of('a', {}, 'image.scan')], question)).toBe('the record a says that it is of the name image.scan');
  });

  it('is of the trail that is asked about, whatever its commit', () => {
    const [first] = rowsOf(trail([row('unit', { attestation_id: 'a' })]));
    if (first === undefined) throw new Error('No row');
    const about = { ...question, trail: 'release-7', flow: 'store' };
    expect(contradictionOf(first, [of('a', { flow_name: 'store', trail_name: 'release-7' })], about)).toBeUndefined();
    expect(contradictionOf(first, [of('a', { flow_name: 'store', trail_name: sha })], about)).toBe(
      `the record a says that it is of the trail ${sha}`,
    );
  });
});

describe('a record that is shown more than once', () => {
  const twoWays = (id: string): string => `the record ${id} is shown as compliant and as not compliant`;
  const shown = (id: string, ...states: readonly (boolean | null)[]): readonly AttestationRecord[] =>
    states.map((state) => of(id, { is_compliant: state }));

  it.each<readonly [readonly (boolean | null)[], string | undefined]>([
    [[], undefined],
    [[true], undefined],
    [[false], undefined],
    [[true, true], undefined],
    [[false, false], undefined],
    [[true, false], twoWays('a')],
    [[false, true], twoWays('a')],
    [[true, null], undefined],
    [[null, true], undefined],
    [[false, null], undefined],
    [[null, false], undefined],
    [[true, null, false], twoWays('a')],
    [[false, null, true], twoWays('a')],
  ])('as %j', (states, sentence) => {
    expect(said(shown('a', ...states))).toBe(sentence);
  });

  it('contradicts itself though it is of another row, and no other record', () => {
    expect(said(shown('b', true, false))).toBe(twoWays('b'));
    expect(said([...shown('a', true), ...shown('b', false)])).toBeUndefined();
    expect(said([...shown('a', true), ...shown('b', false), ...shown('c', false, true)])).toBe(twoWays('c'));
  });

  it('is told after one that is about something else', () => {
    expect(said([...shown('b', true, false), of('a', { flow_name: 'store' })])).toBe('the record a says that it is of the flow store');
  });
});
