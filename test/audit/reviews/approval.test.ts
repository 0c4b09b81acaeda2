import { describe, expect, it } from 'vitest';
import type { PullRequest } from '../../../src/audit/facts/pull-request.ts';
import { approvedBefore, type Approved } from '../../../src/audit/reviews/approval.ts';
import { change, worldWith } from '../rules/evidence-change.ts';
import { alice, bob, carol, pull, review, robot } from './pull.ts';

const approval = review(bob, 'APPROVED', 'a', '10:00');

describe('whether a change was approved before it was merged', () => {
  it.each<readonly [string, Partial<PullRequest> | undefined, Approved]>([
    ['by somebody else', { reviews: [approval] }, 'yes'],
    ['by nobody', {}, 'no'],
    ['by its author', { reviews: [review(alice, 'APPROVED', 'a', '10:00')] }, 'no'],
    ['by a machine', { reviews: [review(robot, 'APPROVED', 'a', '10:00')] }, 'no'],
    ['after the merge', { reviews: [review(bob, 'APPROVED', 'a', '13:00')] }, 'no'],
    ['while somebody else asked for changes', { reviews: [approval, review(carol, 'CHANGES_REQUESTED', 'a', '10:30')] }, 'no'],
    ['by an account that is gone', { reviews: [review(null, 'APPROVED', 'a', '10:00')] }, 'not known'],
    ['and has no pull request', undefined, 'no'],
  ])('is told: %s', (_, more, expected) => {
    expect(approvedBefore(change({ pull: more === undefined ? undefined : pull(more) }), worldWith())).toBe(expected);
  });

  it('is told of a change that owes no review, by its reviews alone', () => {
    const excluded = { reason: 'Prose', owner: 'alice' };
    expect(approvedBefore(change({ excluded, pull: pull({ reviews: [approval] }) }), worldWith())).toBe('yes');
    expect(approvedBefore(change({ excluded }), worldWith())).toBe('no');
  });

  it('is never a no where GitHub did not tell', () => {
    const untold = worldWith({ untold: [{ kind: 'untold', source: 'pull-requests', why: 'No token', fix: '' }] });
    const cut = worldWith({ holes: [{ kind: 'hole', what: 'pull request 42', why: 'Its list of reviews is cut', fix: '' }] });
    for (const world of [untold, cut]) {
      expect(approvedBefore(change({ pull: undefined }), world)).toBe('not known');
      expect(approvedBefore(change(), world)).toBe('not known');
      expect(approvedBefore(change({ pull: pull({ reviews: [approval] }) }), world)).toBe('yes');
    }
  });
});
