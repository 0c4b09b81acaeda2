import { describe, expect, it } from 'vitest';
import type { Approval, Artifact } from '../../../src/audit/facts/shipped.ts';
import type { World } from '../../../src/audit/population/world.ts';
import { alice, at, commit, landing, sha } from '../reviews/pull.ts';
import { auditFile, change, foundBy, said, world } from './delivery-change.ts';
import { approval, artifact, deployment, fingerprint } from './shipped-facts.ts';

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
    ['one that names nobody', within([approval({ approvers: [{ name: ' \u2800', said: 'APPROVED', at: null }] })]), ['approval-missing']],
    ['one that nobody decided', within([approval({ state: 'PENDING', approvers: [] })]), ['approval-pending']],
    [
      'one of which the first word is older than the artifact',
      within(
        [
          approval({
            approvers: ['14:00', '14:02'].map((moment, index) => ({ name: `approver ${index}`, said: 'APPROVED', at: at(moment) })),
          }),
        ],
        { at: at('14:01') },
      ),
      ['approval-older-than-artifact'],
    ],
    ['one that is older than the artifact', within([approval()], { at: at('14:01') }), ['approval-older-than-artifact']],
  ])('is %s', (_, of, rules) => {
    expect(all(of)).toEqual(rules);
  });

  it('is in a state that is known', () => {
    expect(said('approval-missing', undefined, within([approval({ state: 'ODD' })]))).toEqual(['not-tested']);
    expect(said('approval-older-than-artifact', undefined, within([approval()], { at: null }))).toEqual(['not-tested']);
  });

  it('is not tested for what was deployed from an artifact that is not known', () => {
    const of = (more: Partial<World>, flows: readonly string[] = []): readonly string[] => {
      const { header } = world();
      const lost = within([approval()], {}, { artifacts: [], header: { ...header, flows }, ...more });
      return ['approval-missing', 'approval-pending', 'approval-older-than-artifact', 'approval-by-author'].flatMap((rule) =>
        said(rule, change({ deployments: lost.deployments }), lost)
          .filter((outcome) => outcome === 'not-tested')
          .map(() => rule),
      );
    };
    const all = ['approval-missing', 'approval-pending', 'approval-older-than-artifact', 'approval-by-author'];
    expect(of({ deployments: [deployment()] })).toEqual(all);
    expect(of({ deployments: [deployment()] }, ['build'])).toEqual(all);
    expect(of({ deployments: [deployment()] }, ['docs'])).toEqual([]);
    expect(of({ deployments: [deployment({ environment: 'staging' })] })).toEqual([]);
    expect(of({ deployments: [deployment()], artifacts: [artifact()] })).toEqual([]);
    expect(of({ deployments: [deployment({ sha: null, fingerprint })] })).toEqual([]);
    const elsewhere = deployment({ sha: sha('8') });
    expect(of({ deployments: [elsewhere] })).toEqual(all.slice(0, 3));
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

  it('is by somebody who made no credential for its author', () => {
    const held = (at: string, more: Partial<Approval> = {}) => {
      const of = within([approval({ approvers: [], by: 'release-bot', ...more })]);
      const log = { chain: { org: 'acme', orgId: '7', sequence: 9, link: 'f'.repeat(64) }, records: 9, problems: [], witnesses: [] };
      return { ...of, log: { ...log, holders: [{ user: 'release-bot', by: 'alice', at }] } };
    };
    const given = approval().at;
    const [found] = foundBy('approval-by-author', change(), held(given));
    expect(found?.message).toContain('by release-bot (with a credential that alice made) alone, who wrote a part of the change');
    expect(said('approval-by-author', change(), held(new Date(Date.parse(given) + 1).toISOString()))).toEqual(['passed']);
    expect(said('approval-by-author', change(), held(given, { by: 'other-bot' }))).toEqual(['passed']);
    const both = ['release-bot', 'carol'].map((name) => ({ name, said: 'APPROVED', at: null }));
    expect(said('approval-by-author', change(), held(given, { approvers: both }))).toEqual(['passed']);
    expect(said('approval-by-author', change(), held(given, { approvers: both.slice(0, 1) }))).toEqual([`artifact ${fingerprint}`]);
    // Where GitHub did not tell the accounts of its authors too.
    const alone = {
      ...held(given),
      untold: [{ kind: 'untold' as const, source: 'pull-requests' as const, why: 'No token', fix: 'Give one' }],
    };
    expect(said('approval-by-author', change(), alone)).toEqual([`artifact ${fingerprint}`]);
  });

  describe('without GitHub', () => {
    const untold = (...sources: readonly ('deployments' | 'pull-requests')[]): Partial<World> => ({
      untold: sources.map((source) => ({ kind: 'untold', source, why: 'No token', fix: 'Give one' })),
    });
    const alone = untold('deployments', 'pull-requests');

    it('is tested by the service alone', () => {
      expect(all(within([], {}, alone))).toEqual(['approval-missing']);
      expect(all(within([approval()], { at: at('14:01') }, alone))).toEqual(['approval-older-than-artifact']);
      expect(said('approval-missing', undefined, within([approval()], {}, alone))).toEqual(['passed']);
    });

    it('is not tested where nobody says whether an artifact was deployed, and no snapshot is of the environment', () => {
      const notSeen = within([], { running: [] }, alone);
      expect(said('approval-missing', undefined, notSeen)).toEqual(['not-tested']);
      expect(said('approval-pending', undefined, within([approval({ state: 'PENDING', approvers: [] })], { running: [] }, alone))).toEqual([
        'not-tested',
      ]);
      const other = deployment({ source: 'service', fingerprint: 'e'.repeat(64), sha: null });
      expect(said('approval-missing', undefined, { ...notSeen, deployments: [other] })).toEqual(['not-applicable']);
      expect(said('approval-missing', undefined, within([approval()], { running: [] }, alone))).toEqual(['not-applicable']);
    });

    it('is by an author only where the name is one of the author, or where the file of the audit says whose it is', () => {
      const people = new Map([
        ['carol@corp.example', 3],
        ['alice@example.com', 1],
        ['alice@home.example', 1],
      ]);
      const by = (names: readonly string[], more: Partial<World> = {}): readonly string[] => {
        const approvers = names.map((name) => ({ name, said: 'APPROVED', at: null }));
        const file = auditFile({ flows: [flow], people });
        return said(
          'approval-by-author',
          change({ pull: undefined, file }),
          within([approval({ approvers })], {}, { ...alone, file, ...more }),
        );
      };
      expect(by(['Alice'])).toEqual([`artifact ${fingerprint}`]);
      expect(by(['Alice <alice@home.example>'])).toEqual([`artifact ${fingerprint}`]);
      expect(by(['carol@corp.example'])).toEqual(['passed']);
      expect(by(['alice', 'carol@corp.example'])).toEqual(['passed']);
      expect(by(['carol'])).toEqual(['not-tested']);
      expect(by(['alice', 'carol'])).toEqual(['not-tested']);
      expect(by(['carol'], { untold: [] })).toEqual(['passed']);
    });
  });
});
