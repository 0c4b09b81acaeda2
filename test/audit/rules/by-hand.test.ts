import { describe, expect, it } from 'vitest';
import type { Commit, Landing, PullRequest } from '../../../src/audit/facts/landing.ts';
import type { AuditedChange } from '../../../src/audit/population/change.ts';
import { alice, at, bob, commit, github, landing, pull, review, robot, sha, signed } from '../reviews/pull.ts';
import { approved, auditFile, change, rulesNotTested, rulesThatFind } from './delivery-change.ts';

/** A pull request that somebody landed by a push of their own, with its commit and another one. */
function pushed(
  other: Commit,
  more: Partial<PullRequest> = {},
  { kind = 'push', ...moreOfLanding }: Partial<Landing> = {},
  moreOfChange: Partial<AuditedChange> = {},
): AuditedChange {
  const of = landing({ kind, actor: alice, commits: [commit('a', { parents: [sha('0')] }), other], ...moreOfLanding });
  return change({ landing: of, pull: pull({ ...approved, mergeCommit: sha('9'), ...more }), ...moreOfChange });
}
const merge = (mergeAlone: boolean | null): Commit => commit('9', { parents: [sha('0'), sha('a')], mergeAlone });
const extra = commit('9', { parents: [sha('a')] });

describe('a commit that is pushed on top of an approved pull request', () => {
  it('is one that nobody approved, where GitHub calls it the merge', () => {
    expect(rulesThatFind(pushed(extra))).toEqual(['changed-after-review']);
    expect(rulesThatFind(pushed(merge(true)))).toEqual([]);
  });

  it('is not known where not all commits of the pull request are', () => {
    expect(rulesThatFind(pushed(extra, { commitsCut: true }))).toEqual([]);
    expect(rulesNotTested(pushed(extra, { commitsCut: true }))).toContain('changed-after-review');
  });

  it('is none where GitHub merged: then it is the squash', () => {
    expect(rulesThatFind(pushed(extra, {}, { kind: 'pull-request' }))).toEqual([]);
    expect(rulesThatFind(pushed(extra, {}, { kind: 'merge-queue' }))).toEqual([]);
  });

  it('is none where the pull request had landed before, there or on another branch', () => {
    expect(rulesThatFind(pushed(extra, { base: 'develop' }))).toEqual([]);
    expect(rulesThatFind(pushed(extra, { mergedAt: at('11:30') }))).toEqual([]);
    expect(rulesThatFind(pushed(merge(false), { mergedAt: at('11:30') }))).toEqual([]);
  });
});

describe('a merge made by hand that holds something of its own', () => {
  it('is no promotion', () => {
    const develop = { headBranch: 'develop', reviews: [] };
    expect(rulesThatFind(pushed(merge(true), develop))).toEqual([]);
    expect(rulesThatFind(pushed(merge(false), develop))).toEqual(['merged-without-review']);
    expect(rulesThatFind(pushed(merge(false), { ...develop, ...approved }))).toEqual(['changed-after-review']);
    expect(rulesNotTested(pushed(merge(null), develop))).toEqual(['merged-without-review']);
    const controls = { paths: ['.github/workflows/ci.yml'] };
    expect(rulesThatFind(pushed(merge(true), develop, {}, controls))).toEqual([]);
    expect(rulesThatFind(pushed(merge(false), develop, {}, controls))).toContain('control-changed');
  });

  it('is not what a bot is allowed to', () => {
    const byRobot = { openedBy: robot, reviews: [], commits: [commit('a', { author: signed(robot), committer: signed(github) })] };
    const file = auditFile({ bots: [{ account: robot.id, paths: ['src'] }] });
    expect(rulesThatFind(pushed(merge(true), byRobot, {}, { file }))).toEqual([]);
    expect(rulesThatFind(pushed(merge(false), byRobot, {}, { file }))).toEqual(['merged-without-review']);
    expect(rulesNotTested(pushed(merge(null), byRobot, {}, { file }))).toEqual(['merged-without-review']);
  });

  it('is reviewed by nobody in an emergency', () => {
    const file = auditFile({ emergency: { label: 'hotfix', days: 2 } });
    const hotfix = { labels: [{ name: 'hotfix', at: at('11:00'), by: alice }] };
    const later = { ...hotfix, reviews: [review(bob, 'APPROVED', 'a', '13:00')] };
    for (const more of [hotfix, later]) {
      expect(rulesThatFind(pushed(merge(true), more, {}, { file }))).toEqual([]);
      expect(rulesThatFind(pushed(merge(false), more, {}, { file }))).toEqual(['emergency-not-reviewed']);
      expect(rulesNotTested(pushed(merge(null), more, {}, { file }))).toEqual(['emergency-not-reviewed']);
    }
  });
});
