import { expect, test } from 'vitest';
import type { Account } from '../../../src/audit/facts/account.ts';
import {
  asRead,
  compareItems,
  fixed,
  forgotten,
  found as foundLater,
  growing,
  ignored,
  moments,
  person,
  signed,
  workedOut,
  type Context,
  type FactTable,
  type FieldRule,
} from '../../../src/audit/reperform/compare-items.ts';

const context: Context = {
  readAt: '2026-11-08T00:00:00Z',
  hasHolesBefore: false,
  hasHolesAfter: false,
  skipped: new Set(),
  partial: new Set(),
};

/** The weight of a field that was one and is another. */
function weigh<Value>(rule: FieldRule<Value>, before: Value, after: Value): string {
  const table: FactTable<{ readonly value: Value }> = { about: 'fact', key: () => 'one', fields: { value: rule } };
  const found = compareItems(table, [{ value: before }], [{ value: after }], context);
  return found.map(({ weight }) => weight).join() || 'none';
}

const bob: Account = { id: 2, login: 'bob', kind: 'person' };
const signature = { name: 'Bob', email: 'bob@example.com', account: null };

test.each([
  ['a field that is fixed', weigh(fixed, 1, 2), 'altered'],
  ['the same value', weigh(fixed, [1], [1]), 'none'],
  ['a field as it was read', weigh(asRead, 1, 2), 'later'],
  ['a field that others say', weigh(ignored, 1, 2), 'none'],
  ['what the source forgot', weigh(forgotten, 'x', null), 'later'],
  ['what the source never said', weigh(forgotten, null, 'x'), 'altered'],
  ['what could not be worked out now', weigh(workedOut, true, null), 'not-compared'],
  ['what was worked out in another way', weigh(workedOut, true, false), 'altered'],
  ['an account that was renamed', weigh(person, bob, { ...bob, login: 'robert' }), 'later'],
  ['an account that was deleted', weigh(person, bob, null), 'later'],
  ['another account', weigh(person, bob, { ...bob, id: 3 }), 'altered'],
  ['an account where there was none', weigh(person, null, bob), 'altered'],
  ['an account that GitHub finds for an address', weigh(signed, signature, { ...signature, account: bob }), 'later'],
  [
    'another account for an address',
    weigh(signed, { ...signature, account: bob }, { ...signature, account: { ...bob, id: 3 } }),
    'altered',
  ],
  ['a branch that has it by now', weigh(foundLater, null, 'main'), 'later'],
  ['a branch that has it no longer', weigh(foundLater, 'main', null), 'altered'],
  ['another address', weigh(signed, signature, { ...signature, email: 'x@example.com' }), 'altered'],
  ['one more co-author', weigh(signed, [], [signature]), 'altered'],
  ['one more text', weigh(growing, ['a'], ['a', 'b']), 'later'],
  ['one text less', weigh(growing, ['a', 'b'], ['a']), 'altered'],
  ['a later moment', weigh(moments, [], ['2026-11-09T00:00:00Z']), 'later'],
  ['a moment before the package', weigh(moments, [], ['2026-11-07T00:00:00Z']), 'altered'],
  ['a moment that is gone', weigh(moments, ['2026-11-07T00:00:00Z'], []), 'altered'],
])('%s: %s', (_, found, weight) => {
  expect(found).toBe(weight);
});

interface Dated {
  readonly id: string;
  readonly at: string | null;
}
const dated: FactTable<Dated> = { about: 'thing', key: ({ id }) => id, at: ({ at }) => at, fields: { id: fixed, at: fixed } };
const undated: FactTable<Dated> = { about: 'thing', key: ({ id }) => id, fields: { id: fixed, at: fixed } };
const now = (table: FactTable<Dated>, at: string | null, more: Partial<Context> = {}): string =>
  compareItems(table, [], [{ id: 'x', at }], { ...context, ...more })
    .map(({ weight, what }) => `${weight} ${what}`)
    .join();
const gone = (table: FactTable<Dated>, more: Partial<Context> = {}): string =>
  compareItems(table, [{ id: 'x', at: null }], [], { ...context, ...more })
    .map(({ weight, what }) => `${weight} ${what}`)
    .join();

test.each([
  ['after the package', now(dated, '2026-11-08T00:00:00Z'), 'later new'],
  ['before the package', now(dated, '2026-11-07T23:59:59Z'), 'altered new'],
  ['of an unknown moment', now(dated, null), 'altered new'],
  ['of a kind without moments', now(undated, null), 'later new'],
  ['where the package has a hole', now(dated, '2026-11-07T00:00:00Z', { hasHolesBefore: true }), 'not-compared new'],
  ['of which only a part was asked for', now(dated, '2026-11-07T00:00:00Z', { partial: new Set(['thing']) }), 'not-compared new'],
  ['that is gone', gone(dated), 'altered gone'],
  ['that is gone where the new facts have a hole', gone(dated, { hasHolesAfter: true }), 'not-compared gone'],
  ['that is gone by leave', gone({ ...dated, gone: 'later' }), 'later gone'],
  ['of a kind that is not compared', gone(dated, { skipped: new Set(['thing']) }), ''],
])('a fact %s: %s', (_, found, words) => {
  expect(found).toBe(words);
});
