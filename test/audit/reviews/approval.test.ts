import { describe, expect, it } from 'vitest';
import type { PullRequest } from '../../../src/audit/facts/landing.ts';
import { approvedBefore, type Approved } from '../../../src/audit/reviews/approval.ts';
import { change, worldWith } from '../rules/evidence-change.ts';
import { alice, at, bob, carol, pull, review, robot } from './pull.ts';

const approval = review(bob, 'APPROVED', 'a', '10:00');

describe('whether a change was approved before it was merged', () => {
  it.each<readonly [string, Partial<PullRequest> | undefined, Approved, string | null]>([
    ['by somebody else', { reviews: [approval] }, 'yes', null],
    ['before a push by force', { reviews: [approval], forcePushes: [at('10:30')] }, 'yes', 'a push by force came after the approval'],
    ['by nobody', {}, 'no', 'no approval stood at the merge'],
    ['by its author', { reviews: [review(alice, 'APPROVED', 'a', '10:00')] }, 'no', 'approved only by its authors'],
    ['by a machine', { reviews: [review(robot, 'APPROVED', 'a', '10:00')] }, 'no', 'approved only by accounts of machines'],
    ['after the merge', { reviews: [review(bob, 'APPROVED', 'a', '13:00')] }, 'no', 'approved only after the merge'],
    ['of an older commit', { reviews: [review(bob, 'APPROVED', 'b', '10:00')] }, 'no', 'what was merged is not what was approved'],
    [
      'while somebody else asked for changes',
      { reviews: [approval, review(carol, 'CHANGES_REQUESTED', 'a', '10:30')] },
      'no',
      'a request for changes stood at the merge',
    ],
    [
      'by an account that is gone',
      { reviews: [review(null, 'APPROVED', 'a', '10:00')] },
      'not known',
      'nobody can tell whether its approval counts',
    ],
    [
      'and not all of its commits are known',
      { reviews: [approval], commitsCut: true },
      'not known',
      'not all of its commits could be read, so that nobody can tell whether its approval counts',
    ],
    ['and has no pull request', undefined, 'no', 'it has no pull request'],
  ])('is told with its reason: %s', (_, more, approved, why) => {
    expect(approvedBefore(change({ pull: more === undefined ? undefined : pull(more) }), worldWith())).toEqual({ approved, why });
  });

  it('is told of a change that owes no review, by its reviews alone', () => {
    const excluded = { reason: 'Prose', owner: 'alice' };
    expect(approvedBefore(change({ excluded, pull: pull({ reviews: [approval] }) }), worldWith()).approved).toBe('yes');
    expect(approvedBefore(change({ excluded }), worldWith()).approved).toBe('no');
  });

  it('is never a no where GitHub did not tell', () => {
    const untold = worldWith({ untold: [{ kind: 'untold', source: 'pull-requests', why: 'No token', fix: '' }] });
    const cut = worldWith({ holes: [{ kind: 'hole', what: 'pull request 42', why: 'Its list of reviews is cut', fix: '' }] });
    const unread = { approved: 'not known', why: 'not all pull requests and their reviews could be read' };
    for (const world of [untold, cut]) {
      expect(approvedBefore(change({ pull: undefined }), world)).toEqual({
        ...unread,
        why: 'nobody tells with which pull request it landed',
      });
      expect(approvedBefore(change(), world)).toEqual(unread);
      expect(approvedBefore(change({ pull: pull({ reviews: [approval] }) }), world).approved).toBe('yes');
    }
  });
});
