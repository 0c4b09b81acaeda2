import { describe, expect, it } from 'vitest';
import type { PullRequest } from '../../../src/audit/facts/landing.ts';
import type { AuditedChange } from '../../../src/audit/population/change.ts';
import { alice, at, bob, carol, commit, github, landing, pull, review, robot, sha, signed } from '../reviews/pull.ts';
import { approved, auditFile, change, foundBy, push, rulesNotTested, rulesThatFind, world } from './delivery-change.ts';

const bots = auditFile({ bots: [{ account: robot.id, paths: ['package*.json'] }] });
const byRobot = { openedBy: robot, commits: [commit('a', { author: signed(robot), committer: signed(github) })] };

describe('a bot that the file allows', () => {
  const made = (more: Partial<PullRequest> = {}, moreOfChange: Partial<AuditedChange> = {}): readonly string[] =>
    rulesThatFind(
      change({ pull: pull({ ...byRobot, ...more }), paths: ['package.json', 'package-lock.json'], file: bots, ...moreOfChange }),
    );

  it('needs no person for its own paths', () => {
    expect(made()).toEqual([]);
  });

  it.each([
    ['touches another path', {}, { paths: ['package.json', 'src/prices.ts'] }],
    ['is not in the file at the parent', {}, { file: auditFile() }],
    ['is another account with the same name', { openedBy: { ...robot, id: 99 } }, {}],
    ['did not open the pull request', { openedBy: alice }, {}],
    ['was opened by an account that is gone', { openedBy: null }, {}],
    ['has a commit of a person', { head: sha('b'), commits: [...byRobot.commits, commit('b')] }, {}],
    ['has a co-author', { commits: [commit('a', { author: signed(robot), committer: signed(github), coAuthors: [signed(alice)] })] }, {}],
    ['has a person who asks for changes', { reviews: [review(carol, 'CHANGES_REQUESTED', 'a', '11:00')] }, {}],
  ] as const)('needs one where it %s', (_, more, moreOfChange) => {
    expect(made(more, moreOfChange)).toEqual(['merged-without-review']);
  });

  it('is not known to stay in its paths where git cannot tell them', () => {
    const unknown = change({ pull: pull(byRobot), paths: null, file: bots });
    expect(rulesThatFind(unknown)).toEqual([]);
    expect(rulesNotTested(unknown)).toEqual(['merged-without-review', 'control-changed']);
  });

  it('may push, by its own account alone', () => {
    const commits = [commit('p', { author: signed(robot), committer: signed(robot) })];
    const release = (actor: typeof robot): AuditedChange => push({ paths: ['package.json'], file: bots }, { actor, commits });
    expect(rulesThatFind(release(robot))).toEqual([]);
    expect(rulesThatFind(release(alice))).toEqual(['pushed-directly']);
    expect(rulesThatFind({ ...release(robot), file: null })).toEqual(['pushed-directly']);
  });
});

describe('a promotion of one audited branch into another', () => {
  const merge = commit('9', { parents: [sha('0'), sha('d')], committer: signed(github), mergeAlone: true });
  const promotes = (more: Partial<PullRequest>, moreOfMerge = {}): AuditedChange =>
    change({
      landing: landing({ commits: [{ ...merge, ...moreOfMerge }] }),
      pull: pull({ headBranch: null, ...more }),
      paths: ['.github/workflows/ci.yml'],
    });

  it('owes no review where it adds nothing but a merge', () => {
    expect(rulesThatFind(promotes({}))).toEqual([]);
    expect(rulesThatFind(promotes({}, { mergeAlone: false }))).toEqual(['merged-without-review', 'control-changed']);
    expect(rulesNotTested(promotes({}, { mergeAlone: null }))).toEqual(['merged-without-review']);
  });

  it('is one where its head is an audited branch of the same repository, also when it is squashed', () => {
    const squash = { parents: [sha('0')], mergeAlone: false };
    expect(rulesThatFind(promotes({ headBranch: 'develop' }, squash))).toEqual([]);
    expect(rulesThatFind(promotes({ headBranch: 'feature' }, squash))).toContain('merged-without-review');
    expect(rulesThatFind(promotes({ headBranch: 'develop', from: 'mallory/shop' }, squash))).toContain('merged-without-review');
    expect(rulesThatFind(promotes({ headBranch: 'develop', from: null }, squash))).toContain('merged-without-review');
    expect(rulesThatFind(promotes({ headBranch: 'main', base: 'main' }, squash))).toContain('merged-without-review');
  });
});

describe('an emergency', () => {
  const file = auditFile({ emergency: { label: 'Emergency', days: 2 } });
  const label = (time: string) => [{ name: 'emergency', at: at(time), by: alice }];
  const now = (at: string) => world({ header: { ...world().header, at } });
  const hotfix = (more: Partial<PullRequest>): AuditedChange => change({ pull: pull({ labels: label('11:00'), ...more }), file });
  const later = (moment: string, by = bob) => ({ reviews: [{ ...review(by, 'APPROVED', 'a', '11:00'), at: moment }] });

  it('is found by its own rule alone, until somebody else reviewed it', () => {
    expect(rulesThatFind(hotfix({}))).toEqual(['emergency-not-reviewed']);
    expect(rulesThatFind(hotfix(later('2026-11-03T05:00:00Z')))).toEqual([]);
    expect(rulesThatFind(hotfix(later('2026-11-03T05:00:00Z', alice)))).toEqual(['emergency-not-reviewed']);
    expect(rulesThatFind(hotfix(later('2026-11-03T05:00:00Z', robot)))).toEqual(['emergency-not-reviewed']);
    expect(rulesThatFind(hotfix(approved))).toEqual([]);
  });

  it('stays found where the review came after the days, and says until when it was due', () => {
    const over = now('2026-11-09T06:00:00Z');
    expect(rulesThatFind(hotfix(later('2026-11-04T11:59:00Z')), over)).toEqual([]);
    expect(rulesThatFind(hotfix(later('2026-11-04T12:01:00Z')), over)).toEqual(['emergency-not-reviewed']);
    expect(foundBy('emergency-not-reviewed', hotfix({}), over)[0]?.message).toContain('within 2 days, until 2026-11-04 at 12:00 UTC');
    expect(foundBy('emergency-not-reviewed', hotfix({}))[0]?.message).toContain('alice set the label emergency');
  });

  it('must have what was merged reviewed, and not an older commit', () => {
    const commits = [commit('a'), commit('b', { parents: [sha('a')] })];
    expect(rulesThatFind(hotfix({ head: sha('b'), commits, ...later('2026-11-03T05:00:00Z') }))).toEqual(['emergency-not-reviewed']);
  });

  it('is none where the label came after the merge, or the file at the parent knows no such label', () => {
    expect(rulesThatFind(hotfix({ labels: label('12:01') }))).toEqual(['merged-without-review']);
    expect(rulesThatFind({ ...hotfix({}), file: auditFile() })).toEqual(['merged-without-review']);
  });
});
