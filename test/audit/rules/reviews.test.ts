import { describe, expect, it } from 'vitest';
import type { PullRequest } from '../../../src/audit/facts/landing.ts';
import type { AuditedChange } from '../../../src/audit/population/change.ts';
import { alice, at, bob, carol, commit, github, landing, pull, review, robot, sha, signed } from '../reviews/pull.ts';
import { approved, auditFile, change, foundBy, outcomes, rulesNotTested, rulesThatFind, said, world } from './delivery-change.ts';

type Row = readonly [name: string, more: Partial<PullRequest>, rules: readonly string[]];

const two = [commit('a'), commit('b', { parents: [sha('a')] })];
const stranger = { name: 'Sam', email: 'sam@home.example', account: null };

const rows: readonly Row[] = [
  ['an approval by another', approved, []],
  ['no approval', {}, ['merged-without-review']],
  ['an approval of the head', { head: sha('b'), commits: two, reviews: [review(bob, 'APPROVED', 'b', '11:00')] }, []],
  [
    'an approval of an older commit',
    { head: sha('b'), commits: two, reviews: [review(bob, 'APPROVED', 'a', '11:00')] },
    ['changed-after-review'],
  ],
  ['an approval by a co-author', { commits: [commit('a', { coAuthors: [signed(bob)] })], ...approved }, ['approved-by-author']],
  ['co-authors, and a third who approved', { commits: [commit('a', { coAuthors: [signed(carol)] })], ...approved }, []],
  ['an approval after the merge', { reviews: [review(bob, 'APPROVED', 'a', '12:01')] }, ['approved-after-merge']],
  ['an approval in time', { reviews: [review(bob, 'APPROVED', 'a', '11:59')] }, []],
  ['an approval before a force push', { ...approved, forcePushes: [at('11:30')] }, ['approval-carried-over']],
  ['a force push before the approval', { ...approved, forcePushes: [at('10:30')] }, []],
  ['an author whom nobody knows', { ...approved, commits: [commit('a', { author: stranger })] }, ['author-unidentified']],
  [
    'an author whose address holds the account',
    { ...approved, commits: [commit('a', { author: { ...stranger, email: '7+sam@users.noreply.github.com' } })] },
    [],
  ],
  [
    'an author who gives the address of GitHub itself',
    { ...approved, commits: [commit('a', { author: signed(github) })] },
    ['author-unidentified'],
  ],
  ['a commit on the pages of GitHub', { ...approved, commits: [commit('a', { committer: signed(github) })] }, []],
  [
    'a bot that the file does not name',
    { openedBy: robot, commits: [commit('a', { author: signed(robot), committer: signed(github) })] },
    ['merged-without-review'],
  ],
  [
    'a bot whose change a person approved',
    { ...approved, openedBy: robot, commits: [commit('a', { author: signed(robot), committer: signed(github) })] },
    [],
  ],
];

describe('the rules about reviews', () => {
  it.each(rows)('say of %s what is wrong, and nothing else', (_, more, rules) => {
    expect(rulesThatFind(change({ pull: pull(more) }))).toEqual(rules);
  });

  it('are about the pull request, with the commit that landed', () => {
    const [found] = foundBy('merged-without-review', change({ pull: pull({ mergedBy: carol }) }));
    expect(found).toMatchObject({ subject: { kind: 'pull-request', id: '42' }, change: { sha: sha('9'), pull: 42 } });
    expect(found?.message).toBe('#42 by alice was merged by carol on 2026-11-02 at 12:00 UTC, and no person had approved it.');
  });

  it('take no approval of an account that the file calls a bot', () => {
    const file = auditFile({ bots: [{ account: bob.id, paths: ['CHANGELOG.md'] }] });
    const late = { reviews: [review(bob, 'APPROVED', 'a', '12:30')] };
    for (const more of [approved, late])
      expect(rulesThatFind(change({ pull: pull(more), file }), world({ file }))).toEqual(['merged-without-review']);
    expect(rulesThatFind(change({ pull: pull(approved), file: auditFile() }))).toEqual([]);
  });

  it('name who asked for changes in vain', () => {
    const against = [review(carol, 'CHANGES_REQUESTED', 'a', '10:00'), ...approved.reviews];
    expect(foundBy('merged-without-review', change({ pull: pull({ reviews: against }) }))[0]?.message).toContain(
      'though carol had asked for changes',
    );
  });

  it('name nobody by an address', () => {
    const unknown = change({ pull: pull({ ...approved, commits: [commit('a', { author: stranger })] }) });
    const [found] = foundBy('author-unidentified', unknown);
    expect(found?.message).toContain('Sam (commit aaaaaaa)');
    expect(JSON.stringify(found)).not.toContain('home.example');
  });

  it('know an author whom the file of now names, and take no name of the file of then away', () => {
    const byBob = change({ pull: pull({ ...approved, commits: [commit('a', { author: stranger })] }) });
    const within = world({ file: auditFile({ people: new Map([['sam@home.example', 7]]) }) });
    expect(rulesThatFind(byBob, within)).toEqual([]);
    const then = { ...byBob, file: auditFile({ people: new Map([['sam@home.example', bob.id]]) }) };
    expect(rulesThatFind(then, within)).toContain('approved-by-author');
  });

  it('are silent where there is no pull request, and where the file leaves the change out', () => {
    const without = pull({});
    expect(said('merged-without-review', change({ pull: undefined }))).toEqual(['not-applicable']);
    expect(said('merged-without-review', change({ pull: without }))).toEqual(['pull-request 42']);
    expect(said('merged-without-review', change({ pull: without, excluded: { reason: 'import', owner: 'carol' } }))).toEqual([
      'not-applicable',
    ]);
  });
});

describe('what is not known', () => {
  const merge = commit('b', { parents: [sha('a'), sha('m')], committer: signed(github), mergeAlone: null });
  const updated = pull({ ...approved, head: sha('b'), commits: [commit('a'), merge] });

  it('is not tested, and is neither a finding nor a yes', () => {
    expect(rulesThatFind(change({ pull: updated }))).toEqual([]);
    expect(rulesNotTested(change({ pull: updated }))).toEqual(['changed-after-review']);
    expect(outcomes('changed-after-review', change({ pull: updated }))).toMatchObject([
      { why: 'git cannot tell whether somebody wrote something in a merge of #42' },
    ]);
    const known = { ...updated, commits: [commit('a'), { ...merge, mergeAlone: true }] };
    expect(rulesNotTested(change({ pull: known }))).toEqual([]);
    expect(rulesThatFind(change({ pull: { ...known, commits: [commit('a'), { ...merge, mergeAlone: false }] } }))).toEqual([
      'changed-after-review',
    ]);
  });

  it('of a pull request with more commits than could be listed is who wrote it', () => {
    const cut = change({ pull: pull({ ...approved, commitsCut: true }) });
    expect(rulesThatFind(cut)).toEqual([]);
    expect(rulesNotTested(cut)).toEqual(['changed-after-review', 'approved-by-author', 'author-unidentified']);
    const [outcome] = outcomes('approved-by-author', cut);
    expect(outcome).toMatchObject({ why: expect.stringContaining('not all commits of #42') });
    expect(rulesThatFind(change({ pull: pull({ commitsCut: true }) }))).toEqual(['merged-without-review']);
  });

  it('of a change by an account that is gone is whose address its commits have', () => {
    const gone = pull({ ...approved, openedBy: null, commits: [commit('a', { author: stranger, committer: stranger })] });
    expect(rulesThatFind(change({ pull: gone }))).toEqual([]);
    expect(rulesNotTested(change({ pull: gone }))).toEqual(['author-unidentified']);
    expect(rulesThatFind(change({ pull: { ...gone, openedBy: alice } }))).toEqual(['author-unidentified']);
    const other = { ...stranger, email: 'kim@home.example' };
    const ofTwo = { ...gone, commits: [...gone.commits, commit('b', { author: other })] };
    expect(rulesThatFind(change({ pull: { ...ofTwo, head: sha('b'), reviews: [review(bob, 'APPROVED', 'b', '11:00')] } }))).toEqual([
      'author-unidentified',
    ]);
  });

  it('of an approval of a pull request to another branch is what came with that one', () => {
    const moved = (time: string, from: string): AuditedChange =>
      change({ pull: pull({ ...approved, baseChanges: [{ at: at(time), from }] }) });
    expect(rulesThatFind(moved('11:30', 'topic'))).toEqual([]);
    expect(rulesNotTested(moved('11:30', 'topic'))).toEqual(['changed-after-review']);
    expect(outcomes('changed-after-review', moved('11:30', 'topic'))).toMatchObject([{ why: expect.stringContaining('to topic:') }]);
    expect(rulesNotTested(moved('10:30', 'topic'))).toEqual([]);
    expect(rulesNotTested(moved('11:30', 'develop'))).toEqual([]);
  });

  it('of an approval by an account that is gone is whose it was', () => {
    expect(rulesNotTested(change({ pull: pull({ reviews: [review(null, 'APPROVED', 'a', '11:00')] }) }))).toEqual(['approved-by-author']);
    expect(rulesNotTested(change({ pull: pull({ reviews: [review(bob, 'APPROVED', 'a', '11:00')] }) }))).toEqual([]);
  });
});

describe('a merge that somebody made by hand and pushed', () => {
  const merged = (mergeAlone: boolean | null, kind: 'push' | 'pull-request' = 'push'): AuditedChange => {
    const merge = commit('9', { parents: [sha('0'), sha('a')], author: signed(alice), committer: signed(alice), mergeAlone });
    return change({ landing: landing({ kind, commits: [commit('a'), merge] }), pull: pull(approved) });
  };

  it('is changed after the review where it holds something of its own', () => {
    expect(rulesThatFind(merged(false))).toEqual(['changed-after-review']);
    expect(foundBy('changed-after-review', merged(false))[0]?.message).toContain('made the merge by hand');
    expect(rulesThatFind(merged(true))).toEqual([]);
    expect(rulesNotTested(merged(null))).toEqual(['changed-after-review']);
  });

  it("cannot be so where GitHub's own button made it", () => {
    expect(rulesThatFind(merged(false, 'pull-request'))).toEqual([]);
    expect(rulesNotTested(merged(null, 'pull-request'))).toEqual([]);
  });
});
