import { describe, expect, it } from 'vitest';
import type { AttestationRecord, AttestationStatus } from '../../../src/contract/index.ts';
import { rowsOf, type TrailRow } from '../../../src/gate/index.ts';
import { isOverridden, overrides, recordsOfRow } from '../../../src/gate/rows.ts';
import { record, row, sha, trail } from '../build.ts';

function rowOf(facts: Partial<AttestationStatus> = {}, artifact?: { readonly fingerprint: string | null | undefined }): TrailRow {
  const one = row('unit', facts);
  const image = { status: 'COMPLIANT', attestations_statuses: [one] };
  const told = artifact?.fingerprint === undefined ? {} : { artifact_fingerprint: artifact.fingerprint };
  const [first] = rowsOf(
    artifact === undefined ? trail([one]) : trail([], 'COMPLIANT', { artifacts_statuses: { image: { ...image, ...told } } }),
  );
  if (first === undefined) throw new Error('No row');
  return first;
}

describe('a record belongs to a row', () => {
  const ofTrail = rowOf();
  const known = rowOf({}, { fingerprint: 'f' });
  const unknown = rowOf({}, { fingerprint: undefined });
  const none = rowOf({}, { fingerprint: null });

  // Worked out by hand: the record, and whether it belongs to the trail's row, to the row of an artifact with fingerprint f,
  // and to that of an artifact without one.
  it.each<readonly [Partial<AttestationRecord>, boolean, boolean, boolean]>([
    [{}, true, false, false],
    [{ target_artifacts: null, artifact_fingerprint: null }, true, false, false],
    [{ target_artifacts: [], artifact_fingerprint: '' }, true, false, false],
    [{ target_artifacts: ['image'] }, false, true, true],
    [{ target_artifacts: ['other'] }, false, false, false],
    [{ target_artifacts: ['other', 'image'] }, false, true, true],
    [{ artifact_fingerprint: 'f' }, false, true, true],
    [{ artifact_fingerprint: 'g' }, false, false, true],
    [{ target_artifacts: ['image'], artifact_fingerprint: 'g' }, false, true, true],
    [{ target_artifacts: ['other'], artifact_fingerprint: 'f' }, false, true, true],
    [{ target_artifacts: ['image'], artifact_fingerprint: '' }, false, true, true],
    [{ target_artifacts: ['image'], trail_name: null }, false, true, true],
    [{ target_artifacts: ['image'], trail_name: 'x' }, false, false, false],
    [{ trail_name: null }, true, false, false],
    [{ trail_name: 'x' }, false, false, false],
    [{ trail_name: '' }, false, false, false],
  ])('by what it says: %j', (facts, trails, knowns, unknowns) => {
    const one = record('unit', true, facts);
    expect([ofTrail, known, unknown, none].map((each) => recordsOfRow(each, [one], sha).length === 1)).toEqual([
      trails,
      knowns,
      unknowns,
      unknowns,
    ]);
  });

  it('among others, which stay in their order', () => {
    const [first, second] = [record('unit', true), record('unit', false)];
    expect(recordsOfRow(ofTrail, [first, record('unit', true, { trail_name: 'x' }), second], sha)).toEqual([first, second]);
    expect(recordsOfRow(ofTrail, [], sha)).toEqual([]);
  });
});

it('a text that is empty is null in a row, and the rest of it stays', () => {
  const blank = { attestation_id: '', overridden_attestation_id: '', attestation_type: '' };
  expect(rowOf(blank).status).toStrictEqual({
    ...row('unit'),
    attestation_id: null,
    overridden_attestation_id: null,
    attestation_type: null,
  });
  expect(rowOf({ attestation_type: '' }).status).toStrictEqual({ ...row('unit'), attestation_type: null });
  expect(rowOf().status).toStrictEqual(row('unit'));
});

it.each<readonly [string | null | undefined, boolean, boolean, boolean]>([
  ['old', true, true, true],
  ['new', true, true, false],
  ['', false, false, false],
  [null, false, false, false],
  [undefined, false, false, false],
])('an override names the record that it overrides: %j', (id, overridden, isNew, isOld) => {
  const { overridden_attestation_id: _, ...bare } = row('unit', { attestation_id: 'new' });
  const [one] = rowsOf(trail([id === undefined ? bare : { ...bare, overridden_attestation_id: id }]));
  if (one === undefined) throw new Error('No row');
  expect([isOverridden(one), overrides(one, 'new'), overrides(one, 'old'), overrides(one, 'third')]).toEqual([
    overridden,
    isNew,
    isOld,
    false,
  ]);
});
