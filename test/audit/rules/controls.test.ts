import { describe, expect, it } from 'vitest';
import type { AuditFile } from '../../../src/audit/file/audit-file.ts';
import type { AuditedChange, Coverage } from '../../../src/audit/population/change.ts';
import { alice, at, bob, carol, commit, fact, github, pull, robot, sha, signed } from '../reviews/pull.ts';
import { approved, auditFile, change, foundBy, push, said, world } from './delivery-change.ts';

describe('control-changed', () => {
  const touches = (...paths: string[]): readonly string[] => said('control-changed', change({ paths }));

  it('is one finding for a change, whatever of it decides what is checked', () => {
    expect(touches('.github/workflows/ci.yml', 'CODEOWNERS', 'src/prices.ts')).toEqual([`commit ${sha('9')}`]);
    expect(touches('.github/compliance-audit.yml')).toEqual([`commit ${sha('9')}`]);
    expect(touches('src/prices.ts')).toEqual(['passed']);
    expect(said('control-changed', change({ paths: null }))).toEqual(['not-tested']);
  });

  it('names the paths, and who changed them', () => {
    const message = (of: AuditedChange): string | undefined => foundBy('control-changed', of)[0]?.message;
    expect(message(change({ paths: ['.github/workflows/ci.yml', 'src/prices.ts'] }))).toBe(
      '#42 of alice changed what decides what is checked, on main on 2026-11-02 at 12:00 UTC: .github/workflows/ci.yml.',
    );
    expect(message(push({ paths: ['CODEOWNERS'] }))).toMatch(/^alice changed/);
    expect(message(push({ paths: ['CODEOWNERS'] }, { actor: null }))).toMatch(/^alice changed/);
    expect(message(push({ paths: ['CODEOWNERS'] }, { actor: bob }))).toMatch(/^alice, pushed by bob, changed/);
    const ofOthers = pull({ commits: [commit('a', { author: signed(carol), coAuthors: [signed(alice)] })] });
    expect(message(change({ paths: ['CODEOWNERS'], pull: ofOthers }))).toMatch(/^#42 of alice, written by carol and alice, changed/);
    const byGit = (name: string): string | undefined => {
      // GitHub commits a squash, and wrote nothing of it.
      const github = { name: 'GitHub', email: 'noreply@github.com', account: null };
      const tip = commit('p', { author: { name, email: 'x@example.com', account: null }, committer: github, coAuthors: [github] });
      return message(push({ paths: ['CODEOWNERS'], tip }, { actor: null, at: null, kind: 'unknown', commits: [tip] }));
    };
    expect([byGit('Zoë'), byGit('')]).toEqual([
      expect.stringMatching(/^Zoë \(by the name in the commit\) changed .*, on main: CODEOWNERS/),
      expect.stringMatching(/^somebody without a name changed/),
    ]);
  });

  it('is told of what the file leaves out too', () => {
    const excluded = { reason: 'import', owner: 'carol' };
    expect(said('control-changed', change({ paths: ['CODEOWNERS'], excluded }))).toEqual([`commit ${sha('9')}`]);
  });
});

describe('control-weakened', () => {
  const flow = { name: 'unit', paths: [], branches: [], from: null, headIsEnough: false, approvals: [] };
  const covered: Coverage = {
    flow: 'unit',
    match: 'sha',
    trail: sha('9'),
    url: null,
    atMerge: 'compliant',
    atDeployment: null,
    now: 'compliant',
    nowByTodaysTemplate: 'compliant',
    lacks: [],
  };
  const uncovered: Coverage = { ...covered, match: 'none', trail: null, atMerge: 'none', now: 'none' };
  const onHead: Coverage = { ...covered, match: 'head' };
  const then = auditFile({ flows: [flow] });
  const owing = (coverage: Coverage, more: Partial<AuditedChange> = {}): AuditedChange =>
    change({ file: then, owes: ['unit'], owesByTip: [], coverage: [coverage], ...more });
  const weakened = (of: AuditedChange, tip: AuditFile | null): boolean => foundBy('control-weakened', of, world({ file: tip })).length > 0;

  it('is found where the file of now does not ask for the flow that is lacking', () => {
    expect(weakened(owing(uncovered), auditFile())).toBe(true);
    expect(weakened(owing(covered), auditFile())).toBe(false);
    expect(weakened(owing(uncovered, { owesByTip: ['unit'] }), auditFile({ flows: [flow] }))).toBe(false);
    expect(weakened(owing(uncovered, { owesByTip: null }), null)).toBe(true);
    expect(foundBy('control-weakened', owing(uncovered), world({ file: auditFile() }))).toMatchObject([
      { subject: { kind: 'commit', id: sha('9') } },
    ]);
  });

  it("is found where the pull request's head is enough now, and was not", () => {
    const enough = auditFile({ flows: [{ ...flow, headIsEnough: true }] });
    expect(weakened(owing(onHead, { owesByTip: ['unit'] }), enough)).toBe(true);
    expect(weakened(owing(onHead, { owesByTip: ['unit'] }), auditFile({ flows: [flow] }))).toBe(false);
    expect(weakened(owing(onHead, { owesByTip: ['unit'], file: auditFile({ flows: [{ ...flow, headIsEnough: true }] }) }), enough)).toBe(
      false,
    );
    expect(weakened(owing(covered, { owesByTip: ['unit'] }), enough)).toBe(false);
  });

  it('is found where a review is not asked for any more', () => {
    const byRobot = pull({ openedBy: robot, commits: [commit('a', { author: signed(robot), committer: signed(github) })] });
    const bots = auditFile({ bots: [{ account: robot.id, paths: ['src/**'] }] });
    expect(weakened(change({ pull: byRobot, file: auditFile() }), bots)).toBe(true);
    expect(weakened(change({ pull: byRobot, file: auditFile() }), auditFile())).toBe(false);
    expect(weakened(change({ pull: { ...byRobot, ...approved }, file: auditFile() }), bots)).toBe(false);
    const address = { name: 'Bob', email: 'bob@home.example', account: null };
    const byBob = change({
      pull: pull({ ...approved, commits: [commit('a', { author: address })] }),
      file: auditFile({ people: new Map([[address.email, bob.id]]) }),
    });
    expect(weakened(byBob, auditFile({ people: new Map([[address.email, 99]]) }))).toBe(true);
    expect(weakened(byBob, auditFile({ people: new Map([[address.email, bob.id]]) }))).toBe(false);
  });

  it('is found where an emergency has more days now, and is reviewed in those', () => {
    const reviews = approved.reviews.map((review) => ({ ...review, at: '2026-11-04T13:00:00Z' }));
    const hotfix = change({
      pull: pull({ labels: [{ name: 'hotfix', at: at('11:00'), by: alice }], reviews }),
      file: auditFile({ emergency: { label: 'hotfix', days: 2 } }),
    });
    const header = { ...world().header, at: '2026-11-10T00:00:00Z' };
    const found = (days: number): number =>
      foundBy('control-weakened', hotfix, world({ header, file: auditFile({ emergency: { label: 'hotfix', days } }) })).length;
    expect([found(2), found(3)]).toEqual([0, 1]);
  });

  it('is found where the change is left out now, and something is wrong with it', () => {
    const tip = auditFile({
      flows: [flow],
      exclusions: [{ commits: [], pullRequests: [42], paths: [], reason: 'an import', owner: 'carol' }],
    });
    expect(weakened(owing(uncovered, { owesByTip: ['unit'] }), tip)).toBe(true);
    expect(weakened(owing(covered, { owesByTip: ['unit'] }), tip)).toBe(false);
    expect(weakened(owing(covered, { owesByTip: ['unit'], pull: pull() }), tip)).toBe(true);
  });

  it('is found where a push is let off now', () => {
    const byRobot = { actor: robot, commits: [commit('p', { author: signed(robot), committer: signed(robot), parents: [sha('0')] })] };
    const bots = auditFile({ bots: [{ account: robot.id, paths: ['src/**'] }] });
    expect(weakened(push({ file: auditFile() }, byRobot), bots)).toBe(true);
    expect(weakened(push({ file: auditFile() }), bots)).toBe(false);
    const exclusions = [{ commits: [sha('p')], pullRequests: [], paths: [], reason: 'an import', owner: 'carol' }];
    expect(weakened(push({ file: auditFile() }), auditFile({ exclusions }))).toBe(true);
    expect(weakened(push({ file: auditFile({ exclusions }), excluded: { reason: 'an import', owner: 'carol' } }), auditFile())).toBe(false);
  });

  it('is not tested where nobody can read the file of then', () => {
    const of = owing(uncovered, { fact: fact({ file: 'digest' }) });
    expect(said('control-weakened', of, world({ file: auditFile(), files: new Map([['digest', null]]) }))).toEqual(['not-tested']);
    expect(said('control-weakened', of, world({ file: auditFile(), files: new Map([['digest', then]]) }))).toHaveLength(1);
    expect(weakened({ ...of, fact: fact() }, auditFile())).toBe(true);
  });

  it('is not asked of a change that landed without such a file, or by the same one', () => {
    expect(said('control-weakened', owing(uncovered, { file: null }), world({ file: auditFile() }))).toEqual(['not-applicable']);
    expect(said('control-weakened', owing(uncovered), world({ file: then }))).toEqual(['not-applicable']);
  });
});
