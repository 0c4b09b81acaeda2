import { expect, test } from 'vitest';
import { evaluate, type ArtifactFact, type AttestationFact, type TrailFacts } from '../../src/compliance/index.ts';

const cli: ArtifactFact = { id: 'artifact-1', fingerprint: 'a'.repeat(64), name: 'cli', commit: 'c1' };
const web: ArtifactFact = { id: 'artifact-2', fingerprint: 'b'.repeat(64), name: 'web', commit: 'c1' };
const unit: AttestationFact = { id: 'id-of-unit', name: 'unit', type: 'junit', compliant: true, sequence: 1 };

/** A trail whose template demands `unit` of each of the artifacts. */
function statusesOf(attestations: readonly AttestationFact[], artifacts: readonly ArtifactFact[]): ReturnType<typeof evaluate> {
  const demanded = ['cli', 'web'].map((name) => ({ name, attestations: [{ name: 'unit', type: 'junit' }] }));
  const template: TrailFacts['template'] = { version: 1, trail: { attestations: [], artifacts: demanded } };
  return evaluate({ template, templateId: 'template-1', attestations, artifacts, now: 1000 });
}

test('an early record of one artifact says nothing of another of the same commit', () => {
  expect(statusesOf([{ ...unit, target: 'cli', commit: 'c1' }], [cli, web]).artifacts_statuses).toMatchObject({
    cli: { status: 'COMPLIANT', is_compliant: true },
    web: { status: 'INCOMPLETE', is_compliant: false, attestations_statuses: [{ status: 'MISSING' }] },
  });
});

test('an early record without a commit binds to no artifact, not even to one without a commit', () => {
  const { commit: _, ...withoutCommit } = cli;
  for (const artifact of [cli, withoutCommit]) {
    expect(statusesOf([{ ...unit, target: 'cli' }], [artifact]).artifacts_statuses).toMatchObject({ cli: { status: 'INCOMPLETE' } });
  }
});

test('the first record of an organization counts as any other', () => {
  expect(statusesOf([{ ...unit, fingerprint: cli.fingerprint, sequence: 1 }], [cli]).artifacts_statuses).toMatchObject({
    cli: { status: 'COMPLIANT', attestations_statuses: [{ attestation_id: 'id-of-unit' }] },
  });
});

test('a record of an artifact is not one of its trail, and a record of the trail names no artifact', () => {
  expect(statusesOf([{ ...unit, fingerprint: cli.fingerprint }], [cli]).attestations_statuses).toEqual([]);
  const ofTrail = statusesOf([unit], []);
  expect(ofTrail.attestations_statuses).toMatchObject([{ attestation_id: 'id-of-unit', unexpected: true }]);
  expect(Object.keys(ofTrail.artifacts_statuses ?? {})).toEqual(['cli', 'web']);
});
