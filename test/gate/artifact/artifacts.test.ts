import { describe, expect, it } from 'vitest';
import type { ArtifactStatus } from '../../../src/contract/index.ts';
import { decideOn, missing, record, row, sha, trail } from '../build.ts';

const fingerprint = 'f'.repeat(64);

function artifact(facts: Partial<ArtifactStatus> = {}): ArtifactStatus {
  return {
    artifact_fingerprint: fingerprint,
    status: 'COMPLIANT',
    is_compliant: true,
    attestations_statuses: [row('scan')],
    unexpected: false,
    ...facts,
  };
}

const withArtifact = (facts: Partial<ArtifactStatus>, status = 'COMPLIANT'): ReturnType<typeof trail> =>
  trail([row('unit')], status, { artifacts_statuses: { image: artifact(facts) } });

describe('artifacts of the trail', () => {
  it('say yes with the trail, and name their rows by the artifact', () => {
    const verdict = decideOn(withArtifact({}), { policy: { required: ['image.scan'] } });
    expect(verdict.name).toBe('compliant');
    expect(verdict.rows.map((line) => line.attestation)).toEqual(['unit', 'image.scan']);
  });

  it('turn the verdict when one of their rows fails or is missing', () => {
    const failing = decideOn(
      withArtifact(
        { status: 'NON-COMPLIANT', is_compliant: false, attestations_statuses: [row('scan', { is_compliant: false })] },
        'NON-COMPLIANT',
      ),
    );
    expect(failing.name).toBe('non-compliant');
    expect(failing.reasons[0]).toMatchObject({ code: 'failing', attestation: 'image.scan' });
    const absent = decideOn(
      withArtifact({ status: 'INCOMPLETE', is_compliant: false, attestations_statuses: [row('scan', missing)] }, 'INCOMPLETE'),
    );
    expect(absent.name).toBe('incomplete');
    expect(absent.reasons[0]?.fix).toContain('target-artifacts: image');
  });

  it('turn the verdict when the template names one that nobody reported', () => {
    const verdict = decideOn(withArtifact({ status: 'MISSING', is_compliant: false, attestations_statuses: [] }, 'INCOMPLETE'));
    expect(verdict.name).toBe('incomplete');
    expect(verdict.reasons).toEqual([expect.objectContaining({ code: 'missing-artifact', artifact: 'image' })]);
  });

  it.each([
    ['a no', { status: 'NON-COMPLIANT', is_compliant: false }, 'non-compliant'],
    ['a no and a yes', { status: 'NON-COMPLIANT' }, 'unknown'],
    ['a no in the flag', { is_compliant: false }, 'unknown'],
    ['neither yes nor no', { is_compliant: null }, 'unknown'],
    ['incomplete', { status: 'INCOMPLETE', is_compliant: null }, 'incomplete'],
    ['incomplete and a yes', { status: 'INCOMPLETE' }, 'unknown'],
    ['incomplete, flag and all', { status: 'INCOMPLETE', is_compliant: false }, 'incomplete'],
    ['missing', { status: 'MISSING' }, 'incomplete'],
    ['a state that we do not know', { status: 'QUARANTINED' }, 'unknown'],
  ])('take the yes from a trail that says yes while they say %s', (_, facts, name) => {
    expect(decideOn(withArtifact(facts)).name).toBe(name);
  });

  it('have records of their own: by their name in the template, or by fingerprint', () => {
    const records = (facts: object): ReturnType<typeof decideOn> =>
      decideOn(trail([row('scan')], 'COMPLIANT', { artifacts_statuses: { image: artifact() } }), {
        records: { scan: [record('scan', false, facts)] },
      });
    expect(records({ target_artifacts: ['image'] }).reasons).toEqual([expect.objectContaining({ attestation: 'image.scan' })]);
    expect(records({ artifact_fingerprint: fingerprint }).reasons).toEqual([expect.objectContaining({ attestation: 'image.scan' })]);
    expect(records({}).reasons).toEqual([expect.objectContaining({ attestation: 'scan' })]);
    expect(records({ target_artifacts: ['another'] }).name).toBe('compliant');
    expect(records({ artifact_fingerprint: 'e'.repeat(64) }).name).toBe('compliant');
    expect(records({ trail_name: `${sha}-of-another` }).name).toBe('compliant');
    // An empty fingerprint means that there is none: some services write it so.
    expect(records({ artifact_fingerprint: '' }).reasons).toEqual([expect.objectContaining({ attestation: 'scan' })]);
    expect(records({ artifact_fingerprint: '', target_artifacts: ['image'] }).reasons).toEqual([
      expect.objectContaining({ attestation: 'image.scan' }),
    ]);
  });

  it.each([undefined, null])('that do not tell their fingerprint (%s) are red by any record of one, for it may be theirs', (unknown) => {
    const { artifact_fingerprint: _, ...rest } = artifact();
    const image = unknown === undefined ? rest : { ...rest, artifact_fingerprint: unknown };
    const records = (facts: object): ReturnType<typeof decideOn> =>
      decideOn(trail([], 'COMPLIANT', { artifacts_statuses: { image } }), {
        records: { scan: [record('scan', false, facts)] },
        policy: { required: ['image.scan'] },
      });
    expect(records({ artifact_fingerprint: 'e'.repeat(64) }).reasons).toEqual([
      expect.objectContaining({ code: 'failing-elsewhere', attestation: 'image.scan' }),
    ]);
    expect(records({}).name).toBe('compliant');
    expect(records({ artifact_fingerprint: '' }).name).toBe('compliant');
  });
});
