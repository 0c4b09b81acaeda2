import { describe, expect, it } from 'vitest';
import type { Approval, Artifact, Deployment, Release } from '../../../src/audit/facts/shipped.ts';
import type { World } from '../../../src/audit/judged/world.ts';
import { alice, at, bob, commit, pull, review, sha } from '../reviews/pull.ts';
import { auditFile, change, foundBy, landing, said, world } from './delivery-change.ts';

const fingerprint = 'f'.repeat(64);

function deployment(more: Partial<Deployment> = {}): Deployment {
  return {
    kind: 'deployment',
    source: 'github',
    id: '77',
    environment: 'production',
    production: true,
    at: at('15:00'),
    by: bob,
    sha: sha('9'),
    fingerprint: null,
    url: null,
    branch: 'main',
    running: true,
    brought: [sha('9')],
    ...more,
  };
}

function artifact(more: Partial<Artifact> = {}): Artifact {
  return {
    kind: 'artifact',
    fingerprint,
    name: 'shop',
    flow: 'build',
    trail: sha('9'),
    commit: sha('9'),
    state: 'COMPLIANT',
    url: null,
    at: at('13:00'),
    running: ['production'],
    withoutProvenance: false,
    ...more,
  };
}

function approval(more: Partial<Approval> = {}): Approval {
  return {
    kind: 'approval',
    flow: 'build',
    number: 1,
    fingerprint,
    state: 'APPROVED',
    environment: 'production',
    at: at('14:00'),
    url: null,
    approvers: [{ name: 'carol', said: 'APPROVED', at: at('14:00') }],
    by: 'ci',
    ...more,
  };
}

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
    expect(said('artifact-non-compliant', undefined, world({ artifacts: [artifact({ state: 'ODD' })] }))).toEqual(['not-tested']);
  });

  it('was reported before it runs', () => {
    expect(judged('artifact-without-provenance', {})).toEqual([]);
    expect(judged('artifact-without-provenance', { withoutProvenance: true })).toMatchObject([{ severity: 'critical' }]);
    expect(judged('artifact-without-provenance', { withoutProvenance: true, running: [] })).toMatchObject([{ severity: 'high' }]);
  });
});

describe('an approval that the file demands', () => {
  const flow = { name: 'build', paths: [], branches: [], from: null, headIsEnough: false, approvals: ['production'] };
  const within = (approvals: readonly Approval[], of: Partial<Artifact> = {}, more: Partial<World> = {}): World =>
    world({ file: auditFile({ flows: [flow] }), artifacts: [artifact(of)], approvals, ...more });
  const all = (of: World): readonly string[] =>
    ['approval-missing', 'approval-pending', 'approval-older-than-artifact'].filter((rule) => foundBy(rule, undefined, of).length > 0);
  const refused = approval({ number: 2, state: 'UNAPPROVED', approvers: [{ name: 'dave', said: 'UNAPPROVED', at: null }] });

  it.each<readonly [string, World, readonly string[]]>([
    ['one in time', within([approval()]), []],
    ['none', within([]), ['approval-missing']],
    ['none, where the file demands none', within([], {}, { file: auditFile() }), []],
    ['none yet, of one that was not deployed', within([], { running: [] }), []],
    ['none, of one whose commit was deployed', within([], { running: [] }, { deployments: [deployment()] }), ['approval-missing']],
    ['one for another environment', within([approval({ environment: 'staging' })]), ['approval-missing']],
    ['one for every environment', within([approval({ environment: '' })]), []],
    ['one of another artifact', within([approval({ fingerprint: 'e'.repeat(64) })]), ['approval-missing']],
    ['one that was refused', within([refused]), ['approval-missing']],
    ['one that was refused, and given later', within([refused, approval({ number: 3 })]), []],
    ['one that was given, and refused later', within([approval(), refused]), ['approval-missing']],
    ['one that nobody decided', within([approval({ state: 'PENDING', approvers: [] })]), ['approval-pending']],
    ['one that is older than the artifact', within([approval()], { at: at('14:01') }), ['approval-older-than-artifact']],
  ])('is %s', (_, of, rules) => {
    expect(all(of)).toEqual(rules);
  });

  it('is in a state that is known', () => {
    expect(said('approval-missing', undefined, within([approval({ state: 'ODD' })]))).toEqual(['not-tested']);
    expect(said('approval-older-than-artifact', undefined, within([approval()], { at: null }))).toEqual(['not-tested']);
  });

  it('is by somebody who did not write the change', () => {
    const by = (...names: string[]): readonly string[] =>
      said('approval-by-author', change(), within([approval({ approvers: names.map((name) => ({ name, said: 'APPROVED', at: null })) })]));
    expect(by('carol')).toEqual(['passed']);
    expect(by('alice')).toEqual([`artifact ${fingerprint}`]);
    expect(by('@Alice')).toEqual([`artifact ${fingerprint}`]);
    expect(by('alice <alice@example.com>')).toEqual([`artifact ${fingerprint}`]);
    expect(by('alice', 'carol')).toEqual(['passed']);
    expect(said('approval-by-author', change(), within([approval({ approvers: [], by: 'alice' })]))).toEqual([`artifact ${fingerprint}`]);
    expect(said('approval-by-author', change(), within([approval({ approvers: [], by: null })]))).toEqual(['not-tested']);
    const ofHead = within([approval({ approvers: [], by: 'alice' })], { commit: sha('a') });
    expect(said('approval-by-author', change(), ofHead)).toEqual([`artifact ${fingerprint}`]);
    const other = change({ pull: undefined, landing: landing({ actor: alice, commits: [commit('8')] }) });
    expect(said('approval-by-author', other, within([approval({ approvers: [], by: 'alice' })]))).toEqual(['not-applicable']);
  });
});
