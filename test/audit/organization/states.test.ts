import { assert, integer, nat, property, record, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { makePlan, shardsOf } from '../../../src/audit/organization/make-plan.ts';
import { listed, listing, planOf, request } from './plans.ts';

const byNumber = (first: number, next: number): number => first - next;
const exclusion = { reason: 'Nothing is shipped', owner: 'grace', until: '2027-01-01' };
const one = (more: Parameters<typeof listed>[1], by: Partial<Parameters<typeof makePlan>[1]> = {}, seen = true) => {
  const repository = listed(1, more);
  const [planned] = makePlan(listing([repository], { seen: new Set(seen ? [1] : []) }), { ...request, ...by }).repositories;
  return [planned?.state, planned?.audited];
};

test.each([
  ['an ordinary repository', one({}), ['in scope', true]],
  ['one that was made in the period', one({ createdAt: '2026-11-01T00:00:00Z' }), ['created', true]],
  ['one that was made just before it', one({ createdAt: '2026-10-31T23:59:59Z' }), ['in scope', true]],
  ['one with another name before', one({}, { previous: [{ id: 1, name: 'acme/old-name' }] }), ['renamed', true]],
  ['one with the same name before', one({}, { previous: [{ id: 1, name: 'acme/r1' }] }), ['in scope', true]],
  [
    'an archived one where nothing changed',
    one({ archived: true, pushedAt: '2025-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z' }),
    ['archived', false],
  ],
  ['an archived one that was pushed to in the period', one({ archived: true, updatedAt: null }), ['archived', true]],
  ['an archived one that was archived in the period', one({ archived: true, pushedAt: '2025-01-01T00:00:00Z' }), ['archived', true]],
  ['an archived one of which GitHub tells no moment', one({ archived: true, pushedAt: null, updatedAt: null }), ['archived', true]],
  ['one that nobody sees', one({}, {}, false), ['not seen', false]],
  ['an archived one that nobody sees', one({ archived: true }, {}, false), ['not seen', false]],
  ['one that is excluded', one({}, { exclusionOf: () => exclusion }), ['excluded', false]],
  ['an excluded one that nobody sees', one({}, { exclusionOf: () => exclusion }, false), ['excluded', false]],
])('%s has its one state', (_, found, expected) => {
  expect(found).toEqual(expected);
});

test('a repository that the plan before has, and no list has now, is not seen, unless somebody leaves it out', () => {
  const previous = [{ id: 9, name: 'acme/gone' }];
  const gone = planOf([1], { previous }).repositories.at(-1);
  expect(gone).toMatchObject({ id: 9, name: 'acme/gone', state: 'not seen', audited: false });
  expect(
    planOf([1], { previous, exclusionOf: (name) => (name === 'acme/gone' ? exclusion : undefined) }).repositories.at(-1),
  ).toMatchObject({
    state: 'excluded',
    reason: 'Nothing is shipped (grace, until 2027-01-01)',
  });
});

test('every audited repository is in exactly one shard, whatever the order in which GitHub lists them', () => {
  const sizes = uniqueArray(record({ id: integer({ min: 1, max: 5_000 }), size: nat(1_000_000) }), {
    selector: ({ id }) => id,
  });
  assert(
    property(sizes, integer({ min: 1, max: 256 }), (repositories, wanted) => {
      const shards = shardsOf(repositories, wanted);
      expect(shards.flat().toSorted(byNumber)).toEqual(repositories.map(({ id }) => id).toSorted(byNumber));
      expect(shards).toHaveLength(Math.max(1, Math.min(wanted, repositories.length)));
      expect(shardsOf(repositories.toReversed(), wanted)).toEqual(shards);
    }),
  );
});

test('a large repository is alone, and the small ones share the other shard', () => {
  expect(shardsOf([{ id: 1, size: 90_000 }, ...[2, 3, 4].map((id) => ({ id, size: 10 }))], 2)).toEqual([[1], [2, 3, 4]]);
});
