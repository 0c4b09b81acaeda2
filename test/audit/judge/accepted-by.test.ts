import { describe, expect, it } from 'vitest';
import type { AcceptedFact, Untold } from '../../../src/audit/facts/line.ts';
import { acceptedBy } from '../../../src/audit/judge/acceptances.ts';
import { alice, bob, carol, pull, review, sha } from '../reviews/pull.ts';

const by = (fact: Partial<AcceptedFact>, untold: readonly Untold[] = []) =>
  acceptedBy('k', { accepted: new Map([['k', { kind: 'accepted', key: 'k', commit: sha('a'), pull: null, ...fact }]]), untold });
const silent: Untold = { kind: 'untold', source: 'pull-requests', why: 'No token', fix: 'Give one' };

describe('who let an acceptance in', () => {
  it('is who merged its pull request, and whose approval stood then', () => {
    const reviews = [
      review(bob, 'APPROVED', 'a', '10:00'),
      review(bob, 'CHANGES_REQUESTED', 'a', '11:00'),
      review(carol, 'APPROVED', 'a', '11:00'),
      review(alice, 'APPROVED', 'a', '13:00'),
    ];
    expect(by({ pull: pull({ reviews }) })).toEqual({
      commit: sha('a'),
      pull: { number: 42, url: 'https://github.com/acme/shop/pull/42' },
      merged: 'bob',
      mergedAt: '2026-11-02T12:00:00Z',
      approved: ['carol'],
    });
  });

  it('is a ghost where the account is gone', () => {
    const gone = pull({ mergedBy: null, reviews: [review(null, 'APPROVED', 'a', '11:00'), review(null, 'APPROVED', 'a', '11:30')] });
    expect(by({ pull: gone })).toMatchObject({ merged: 'ghost', approved: ['ghost'] });
  });

  it('is nobody where no pull request brought it, and not known where GitHub did not tell', () => {
    expect(by({})).toEqual({ commit: sha('a'), pull: null, merged: null, approved: [] });
    expect(by({}, [silent])).toEqual({ commit: sha('a'), pull: null, merged: null, approved: null });
  });

  it('is not known where git cannot tell', () => {
    expect(by({ commit: null })).toBeUndefined();
    expect(acceptedBy('k', { accepted: new Map(), untold: [] })).toBeUndefined();
  });
});
