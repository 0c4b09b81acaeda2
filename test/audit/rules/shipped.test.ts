import { describe, expect, it } from 'vitest';
import type { Approval, Artifact, Deployment, Release } from '../../../src/audit/facts/shipped.ts';
import { at, bob, pull, review, sha } from '../reviews/pull.ts';
import { change, foundBy, said, world } from './delivery-change.ts';
import { approval, artifact, deployment, fingerprint } from './shipped-facts.ts';

describe('what was deployed', () => {
  const outside = (more: Partial<Deployment>): readonly string[] =>
    said('deployed-outside-population', undefined, world({ deployments: [deployment(more)] }));

  it('comes from an audited branch', () => {
    expect(outside({})).toEqual(['passed']);
    expect(outside({ branch: null })).toEqual([`commit ${sha('9')}`]);
    expect(outside({ branch: null, sha: null, fingerprint })).toEqual(['not-tested']);
    const [found] = foundBy('deployed-outside-population', undefined, world({ deployments: [deployment({ branch: null })] }));
    expect(found?.message).toContain('bob deployed 9999999 to production on 2026-11-02 at 15:00 UTC');
  });

  it('may be a preview of any branch, as long as it is known which environments serve users', () => {
    const preview = deployment({ environment: 'preview', production: false, branch: null });
    expect(said('deployed-outside-population', undefined, world({ deployments: [preview, deployment()] }))).toEqual(['passed']);
    expect(said('deployed-outside-population', undefined, world({ deployments: [preview] }))).toEqual(['not-tested']);
    expect(said('deployed-outside-population', undefined, world())).toEqual([]);
  });

  it('is not all known where snapshots were not read', () => {
    const untold = [{ kind: 'untold', source: 'snapshots', why: 'a 403', fix: '' }] as const;
    const shipped = { deployments: [deployment()], artifacts: [artifact()], approvals: [approval()], untold };
    expect(said('deployed-outside-population', undefined, world(shipped))).toEqual(['not-tested', 'passed']);
    expect(said('deployed-before-approval', undefined, world(shipped))).toEqual(['not-tested', 'passed']);
    expect(said('deployed-before-approval', undefined, world({ ...shipped, approvals: [] }))).not.toContain('not-tested');
  });

  it('was approved before, where it was approved', () => {
    const shipped = (more: Partial<Approval>, of: Partial<Deployment> = {}): readonly string[] =>
      said(
        'deployed-before-approval',
        undefined,
        world({ deployments: [deployment(of)], artifacts: [artifact()], approvals: [approval(more)] }),
      );
    const late = { at: at('16:00'), approvers: [{ name: 'carol', said: 'APPROVED', at: at('16:00') }] };
    expect(shipped({})).toEqual(['passed']);
    expect(shipped(late)).toEqual([`commit ${sha('9')}`]);
    expect(shipped(late, { sha: null, fingerprint })).toEqual([`artifact ${fingerprint}`]);
    expect(shipped({ ...late, at: at('14:00') })).toEqual([`commit ${sha('9')}`]);
    expect(shipped({ ...late, environment: 'staging' })).toEqual(['not-applicable']);
    expect(shipped({ ...late, environment: null })).toEqual([`commit ${sha('9')}`]);
    expect(shipped(late, { sha: sha('8') })).toEqual(['not-applicable']);
    expect(shipped({ ...late, state: 'PENDING' })).toEqual(['not-applicable']);
  });

  it('was approved by everybody who had to, before', () => {
    const carol = { name: 'carol', said: 'APPROVED', at: at('14:00') };
    const by = (moment: string): readonly string[] =>
      said(
        'deployed-before-approval',
        undefined,
        world({
          deployments: [deployment()],
          artifacts: [artifact()],
          approvals: [approval({ approvers: [carol, { ...carol, name: 'dave', at: at(moment) }] })],
        }),
      );
    expect(by('15:00')).toEqual(['passed']);
    expect(by('15:01')).toEqual([`commit ${sha('9')}`]);
  });

  it('is not taken for approved in time where its artifact is not known', () => {
    const before = (of: Partial<Deployment>, artifacts: readonly Artifact[] = []): readonly string[] =>
      said('deployed-before-approval', undefined, world({ deployments: [deployment(of)], artifacts, approvals: [approval()] }));
    expect(before({})).toEqual(['not-tested']);
    expect(before({ environment: 'elsewhere' })).toEqual(['not-applicable']);
    expect(before({ sha: sha('8') }, [artifact()])).toEqual(['not-applicable']);
    expect(before({}, [artifact({ fingerprint: 'e'.repeat(64) })])).toEqual(['not-applicable']);
    expect(before({ sha: null, fingerprint: 'e'.repeat(64) })).toEqual(['not-applicable']);
  });

  it('is told of a change that was approved after its merge', () => {
    const late = pull({ reviews: [review(bob, 'APPROVED', 'a', '16:00')] });
    expect(foundBy('approved-after-merge', change({ pull: late, deployments: [deployment()] }))[0]?.message).toContain(
      'It was in production before that.',
    );
    expect(foundBy('approved-after-merge', change({ pull: late }))[0]?.message).not.toContain('before that');
  });
});

describe('a release', () => {
  it('is of an audited branch', () => {
    const release: Release = {
      kind: 'release',
      tag: 'v2',
      at: at('15:00'),
      by: bob,
      sha: sha('9'),
      url: null,
      branch: 'main',
      brought: [],
    };
    const outside = (more: Partial<Release>): readonly string[] =>
      said('release-outside-population', undefined, world({ releases: [{ ...release, ...more }] }));
    expect(outside({})).toEqual(['passed']);
    expect(outside({ branch: null })).toEqual(['tag v2']);
    expect(outside({ branch: null, sha: null })).toEqual(['not-tested']);
  });
});

describe('an artifact', () => {
  const judged = (rule: string, more: Partial<Artifact>) => foundBy(rule, undefined, world({ artifacts: [artifact(more)] }));

  it('has the evidence that is asked of it', () => {
    expect(judged('artifact-non-compliant', {})).toEqual([]);
    expect(judged('artifact-non-compliant', { state: 'NON-COMPLIANT' })).toMatchObject([
      { severity: 'critical', subject: { id: fingerprint } },
    ]);
    expect(judged('artifact-non-compliant', { state: 'NON-COMPLIANT', running: [] })).toMatchObject([{ severity: 'high' }]);
    expect(judged('artifact-non-compliant', { state: 'INCOMPLETE' })).toMatchObject([{ severity: 'critical' }]);
    expect(judged('artifact-non-compliant', { state: 'INCOMPLETE', running: [] })).toEqual([]);
    expect(judged('artifact-non-compliant', { state: 'INCOMPLETE', running: ['staging'] })).toEqual([]);
    expect(judged('artifact-non-compliant', { state: 'NON-COMPLIANT', running: ['staging'] })).toMatchObject([{ severity: 'critical' }]);
    expect(said('artifact-non-compliant', undefined, world({ artifacts: [artifact({ state: 'ODD' })] }))).toEqual(['not-tested']);
    const untold = [{ kind: 'untold', source: 'snapshots', why: 'there are none', fix: '' }] as const;
    expect(said('artifact-non-compliant', undefined, world({ artifacts: [artifact()], untold }))).toEqual(['not-tested', 'passed']);
  });

  it('was reported before it runs', () => {
    expect(judged('artifact-without-provenance', {})).toEqual([]);
    expect(judged('artifact-without-provenance', { withoutProvenance: true })).toMatchObject([{ severity: 'critical' }]);
    expect(judged('artifact-without-provenance', { withoutProvenance: true, running: [] })).toMatchObject([{ severity: 'high' }]);
  });
});
