import { describe, expect, it } from 'vitest';
import type { PullRequest } from '../../../src/audit/facts/landing.ts';
import { judgeFourEyes } from '../../../src/audit/reviews/four-eyes.ts';
import { alice, at, bob, carol, commit, github, pull, review, sha, signed } from './pull.ts';

/** Both ways to take unknown facts, as `for / against`. */
function both(more: Partial<PullRequest>): string {
  const { against, for: said } = judgeFourEyes(pull(more), new Map());
  return against === undefined ? said.kind : `${said.kind} / ${against.kind}`;
}

const merged = [
  commit('a'),
  commit('b', { parents: [sha('a'), sha('m')], author: signed(bob), committer: signed(github), mergeAlone: null }),
];
const byBob = review(bob, 'APPROVED', 'a', '11:00');

describe('what is not known of a review', () => {
  it('is said to be so, where a merge after the approval may hold something', () => {
    expect(both({ head: sha('b'), commits: merged, reviews: [byBob] })).toBe('reviewed / approved-by-author');
    expect(both({ head: sha('b'), commits: merged, reviews: [review(carol, 'APPROVED', 'a', '11:00')] })).toBe(
      'reviewed / changed-after-review',
    );
  });

  it('is of no weight, where the answer is the same without it', () => {
    expect(both({ head: sha('b'), commits: merged, reviews: [review(carol, 'APPROVED', 'b', '11:00')] })).toBe('reviewed');
    expect(both({ head: sha('b'), commits: merged })).toBe('merged-without-review');
  });

  it('is everything but what speaks against a change, where its commits could not all be listed', () => {
    expect(both({ commitsCut: true, reviews: [byBob] })).toBe('reviewed / approved-by-author');
    expect(both({ commitsCut: true, reviews: [review(bob, 'APPROVED', 'f', '11:00')] })).toBe('reviewed / approved-by-author');
    expect(both({ commitsCut: true })).toBe('merged-without-review');
    expect(both({ commitsCut: true, reviews: [review(alice, 'APPROVED', 'a', '11:00')] })).toBe('approved-by-author');
    expect(both({ commitsCut: true, reviews: [byBob, review(carol, 'CHANGES_REQUESTED', 'a', '11:00')] })).toBe('merged-without-review');
  });

  it('is whose an account was that is gone', () => {
    expect(both({ reviews: [review(null, 'APPROVED', 'a', '11:00')] })).toBe('reviewed / approved-by-author');
    expect(both({ reviews: [review(null, 'APPROVED', 'a', '11:00'), byBob] })).toBe('reviewed');
    expect(both({ reviews: [byBob, review(null, 'CHANGES_REQUESTED', 'a', '11:00')] })).toBe('merged-without-review');
  });

  it('is when a review was dismissed, where the timeline does not tell', () => {
    expect(both({ reviews: [review(bob, 'DISMISSED', 'a', '11:00')] })).toBe('reviewed / merged-without-review');
    expect(both({ reviews: [review(bob, 'DISMISSED', 'a', '11:00', { dismissed: { at: at('11:30'), before: 'APPROVED' } })] })).toBe(
      'merged-without-review',
    );
  });
});
