import { expect, it } from 'vitest';
import { pseudonyms } from '../../../src/audit/judge/pseudonyms.ts';
import { bob, pull, review, sha } from '../reviews/pull.ts';

it('hides the names of who let an acceptance in', () => {
  const fact = { kind: 'accepted', key: 'k', commit: sha('a'), pull: pull({ reviews: [review(bob, 'APPROVED', 'a', '10:00')] }) } as const;
  const text = JSON.stringify(pseudonyms(new Map())(fact));
  expect(text).not.toMatch(/"(?:alice|bob)/);
  expect(text).toContain('"mergedBy":{"id":2,"login":"person-');
});
