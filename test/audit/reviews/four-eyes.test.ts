import { describe, expect, it } from 'vitest';
import type { PullRequest } from '../../../src/audit/facts/landing.ts';
import { judgeFourEyes, type FourEyes } from '../../../src/audit/reviews/four-eyes.ts';
import { alice, at, bob, carol, commit, github, pull, review, robot, sha, signed } from './pull.ts';

/** Judges a pull request of which everything is known. */
function certain(of: PullRequest, people: ReadonlyMap<string, number> = new Map()): FourEyes['kind'] {
  const { against, for: said } = judgeFourEyes(of, people);
  expect(against).toBeUndefined();
  return said.kind;
}

type Row = readonly [name: string, pull: Partial<PullRequest>, kind: FourEyes['kind']];

const two = [commit('a'), commit('b', { parents: [sha('a')] })];
const updated = [
  commit('a'),
  commit('b', { parents: [sha('a'), sha('m')], author: signed(bob), committer: signed(github), mergeAlone: true }),
];

const silent: readonly Row[] = [
  ['an approval of the head, by another', { reviews: [review(bob, 'APPROVED', 'a', '11:00')] }, 'reviewed'],
  [
    'an approval, and a comment by the same reviewer after it',
    { reviews: [review(bob, 'APPROVED', 'a', '11:00'), review(bob, 'COMMENTED', 'a', '11:30')] },
    'reviewed',
  ],
  [
    'a request for changes, and an approval by the same reviewer after it',
    { head: sha('b'), commits: two, reviews: [review(bob, 'CHANGES_REQUESTED', 'a', '10:00'), review(bob, 'APPROVED', 'b', '11:00')] },
    'reviewed',
  ],
  [
    'two reviewers, one of whom had approved an older commit',
    { head: sha('b'), commits: two, reviews: [review(bob, 'APPROVED', 'a', '10:00'), review(carol, 'APPROVED', 'b', '11:00')] },
    'reviewed',
  ],
  [
    'a request for changes that was dismissed, and an approval by another',
    {
      reviews: [
        review(carol, 'DISMISSED', 'a', '10:00', { dismissed: { at: at('10:30'), before: 'CHANGES_REQUESTED' } }),
        review(bob, 'APPROVED', 'a', '11:00'),
      ],
    },
    'reviewed',
  ],
  [
    'an approval that was dismissed after the merge',
    { reviews: [review(bob, 'DISMISSED', 'a', '11:00', { dismissed: { at: at('13:00'), before: 'APPROVED' } })] },
    'reviewed',
  ],
  [
    'a request for changes after the merge',
    { reviews: [review(bob, 'APPROVED', 'a', '11:00'), review(carol, 'CHANGES_REQUESTED', 'a', '13:00')] },
    'reviewed',
  ],
  [
    '"Update branch" after the approval',
    { head: sha('b'), commits: updated, reviews: [review(bob, 'APPROVED', 'a', '11:00')] },
    'reviewed',
  ],
  [
    '"Update branch" by the reviewer, who approves then',
    { head: sha('b'), commits: updated, reviews: [review(bob, 'APPROVED', 'b', '11:00')] },
    'reviewed',
  ],
  [
    'a suggestion of the reviewer, which GitHub applied alone',
    {
      head: sha('b'),
      commits: [commit('a'), commit('b', { coAuthors: [signed(bob)], committer: signed(github), suggestionAlone: true })],
      reviews: [review(bob, 'APPROVED', 'b', '11:00')],
    },
    'reviewed',
  ],
  [
    'a suggestion that the reviewer applied, by a commit of GitHub',
    {
      head: sha('b'),
      commits: [commit('a'), commit('b', { author: signed(bob), committer: signed(github), suggestionAlone: true })],
      reviews: [review(bob, 'APPROVED', 'b', '11:00')],
    },
    'reviewed',
  ],
  [
    'an empty commit after the approval',
    {
      head: sha('b'),
      commits: [commit('a'), commit('b', { parents: [sha('a')], tree: sha('a') })],
      reviews: [review(bob, 'APPROVED', 'a', '11:00')],
    },
    'reviewed',
  ],
  [
    'a force push of the branch after the merge',
    { forcePushes: [at('13:00')], reviews: [review(bob, 'APPROVED', 'a', '11:00')] },
    'reviewed',
  ],
  ['an approval in the second of the merge', { reviews: [review(bob, 'APPROVED', 'a', '12:00')] }, 'reviewed'],
  ['an opener whose account is gone', { openedBy: null, reviews: [review(bob, 'APPROVED', 'a', '11:00')] }, 'reviewed'],
  ['a force push before the approval', { forcePushes: [at('10:00')], reviews: [review(bob, 'APPROVED', 'a', '11:00')] }, 'reviewed'],
  [
    'co-authors, and a third who approved',
    { commits: [commit('a', { coAuthors: [signed(bob)] })], reviews: [review(carol, 'APPROVED', 'a', '11:00')] },
    'reviewed',
  ],
];

const found: readonly Row[] = [
  ['no review at all', {}, 'merged-without-review'],
  ['only a comment', { reviews: [review(bob, 'COMMENTED', 'a', '11:00')] }, 'merged-without-review'],
  ['an approval by an App alone', { reviews: [review(robot, 'APPROVED', 'a', '11:00')] }, 'merged-without-review'],
  [
    'an approval, and a request for changes of another that stands',
    { reviews: [review(bob, 'APPROVED', 'a', '11:00'), review(carol, 'CHANGES_REQUESTED', 'a', '10:00')] },
    'merged-without-review',
  ],
  [
    'an approval that was dismissed before the merge',
    { reviews: [review(bob, 'DISMISSED', 'a', '10:00', { dismissed: { at: at('11:00'), before: 'APPROVED' } })] },
    'merged-without-review',
  ],
  [
    'an approval that its reviewer took back by asking for changes',
    { reviews: [review(bob, 'APPROVED', 'a', '10:00'), review(bob, 'CHANGES_REQUESTED', 'a', '11:00')] },
    'merged-without-review',
  ],
  [
    'an approval of an older commit',
    { head: sha('b'), commits: two, reviews: [review(bob, 'APPROVED', 'a', '11:00')] },
    'changed-after-review',
  ],
  ['an approval of a commit that is gone', { reviews: [review(bob, 'APPROVED', 'a', '11:00', { commit: null })] }, 'changed-after-review'],
  [
    'a merge after the approval that somebody wrote in',
    {
      head: sha('b'),
      commits: [commit('a'), commit('b', { parents: [sha('a'), sha('m')] })],
      reviews: [review(bob, 'APPROVED', 'a', '11:00')],
    },
    'changed-after-review',
  ],
  [
    'a merge after the approval, of a branch of which nobody saw anything',
    {
      head: sha('b'),
      commits: [commit('a'), commit('e'), commit('b', { parents: [sha('a'), sha('e')], mergeAlone: true })],
      reviews: [review(bob, 'APPROVED', 'a', '11:00')],
    },
    'changed-after-review',
  ],
  [
    'an approval of the head that is older than a force push',
    { forcePushes: [at('11:30')], reviews: [review(bob, 'APPROVED', 'a', '11:00')] },
    'approval-carried-over',
  ],
  ['an approval by the opener', { reviews: [review(alice, 'APPROVED', 'a', '11:00')] }, 'approved-by-author'],
  [
    'an approval by the author of one commit',
    { head: sha('b'), commits: [commit('a'), commit('b', { author: signed(bob) })], reviews: [review(bob, 'APPROVED', 'b', '11:00')] },
    'approved-by-author',
  ],
  [
    'an approval by a committer',
    { commits: [commit('a', { committer: signed(bob) })], reviews: [review(bob, 'APPROVED', 'a', '11:00')] },
    'approved-by-author',
  ],
  [
    'an approval by a co-author',
    { commits: [commit('a', { coAuthors: [signed(bob)] })], reviews: [review(bob, 'APPROVED', 'a', '11:00')] },
    'approved-by-author',
  ],
  [
    'an approval by whoever asked an agent',
    { openedBy: robot, askedBy: bob, reviews: [review(bob, 'APPROVED', 'a', '11:00')] },
    'approved-by-author',
  ],
  [
    'an approval, and a request for changes by an App that stands',
    { reviews: [review(bob, 'APPROVED', 'a', '11:00'), review(robot, 'CHANGES_REQUESTED', 'a', '10:00')] },
    'merged-without-review',
  ],
  [
    'a commit after the approval that takes another back',
    {
      head: sha('c'),
      commits: [commit('a'), commit('b', { parents: [sha('a')] }), commit('c', { parents: [sha('b')], tree: sha('a') })],
      reviews: [review(bob, 'APPROVED', 'a', '11:00')],
    },
    'changed-after-review',
  ],
  [
    'a commit that names GitHub itself as its author, and whose committer approved it',
    {
      commits: [commit('a', { author: signed(github), committer: signed(bob) })],
      reviews: [review(bob, 'APPROVED', 'a', '11:00')],
    },
    'approved-by-author',
  ],
  ['an approval after the merge', { reviews: [review(bob, 'APPROVED', 'a', '13:00')] }, 'approved-after-merge'],
  ['an approval by the author after the merge', { reviews: [review(alice, 'APPROVED', 'a', '13:00')] }, 'merged-without-review'],
];

describe('four eyes', () => {
  it.each(silent)('are content with %s', (_, more, kind) => {
    expect(certain(pull(more))).toBe(kind);
  });

  it.each(found)('are not content with %s', (_, more, kind) => {
    expect(certain(pull(more))).toBe(kind);
  });

  it('know an author by an address that the people of the repository give', () => {
    const unknown = { name: 'Bob', email: 'Bob@Home.example', account: null };
    const change = pull({ commits: [commit('a', { author: unknown })], reviews: [review(bob, 'APPROVED', 'a', '11:00')] });
    expect(certain(change)).toBe('reviewed');
    expect(certain(change, new Map([['bob@home.example', 2]]))).toBe('approved-by-author');
  });

  it('know the second account of an author, whom GitHub knows by the first', () => {
    const ofTwo = { ...signed(carol), email: 'Carol@Home.example' };
    const change = pull({ commits: [commit('a', { author: ofTwo })], reviews: [review(bob, 'APPROVED', 'a', '11:00')] });
    expect(certain(change)).toBe('reviewed');
    expect(certain(change, new Map([['carol@home.example', bob.id]]))).toBe('approved-by-author');
  });

  it('take an account of a machine for no person, whatever GitHub takes it for', () => {
    const change = pull({ reviews: [review(bob, 'APPROVED', 'a', '11:00')] });
    const by = (machines: ReadonlySet<number>): FourEyes['kind'] => judgeFourEyes(change, new Map(), change.mergedAt, machines).for.kind;
    expect(by(new Set([99]))).toBe('reviewed');
    expect(by(new Set([bob.id]))).toBe('merged-without-review');
  });

  it("know an author by GitHub's own address, which holds the number of the account", () => {
    const unknown = { name: 'Bob', email: '2+bob@users.noreply.github.com', account: null };
    const change = pull({ commits: [commit('a', { author: unknown })], reviews: [review(bob, 'APPROVED', 'a', '11:00')] });
    expect(certain(change)).toBe('approved-by-author');
  });
});
