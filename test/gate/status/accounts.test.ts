import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideStatus, type PostedStatus, type StatusMark } from '../../../src/gate/index.ts';
import { runs } from '../../support/runs.ts';
import { bare, mark, none, posted, said, shown, us, words } from './build.ts';

describe('of another account', () => {
  const mallory = 'mallory';
  test.each([
    ['yes', 'success'],
    ['no', 'failure'],
    ['running', 'pending'],
    ['awaiting', 'pending'],
  ])('%s for a slot of its own is a %s next to our yes', (theirs, state) => {
    expect(shown(said(theirs, { slot: 'other' }, mallory), mark())).toBe(state);
  });

  test.each([
    ['a no of ours in another slot', [posted({ slot: 'other', of: '21.1' }, mallory), posted({ slot: 'other', of: '20.1', word: 'no' })]],
    ['our own no', [posted({ of: '21.1' }, mallory), posted({ of: '19.1', word: 'no' }, us)]],
  ])('a newer yes takes nothing from %s', (_, all) => {
    expect(shown(all, mark({ word: 'no' }))).toBe('failure');
    expect(shown(all.toReversed(), mark({ word: 'running' }))).toBe('failure');
  });

  test('a newer no whose pull request is closed takes nothing from ours', () => {
    const all = [posted({ slot: 'other', of: '21.1', word: 'no' }, mallory), posted({ slot: 'other', of: '20.1', word: 'no' })];
    expect(shown(all, mark(), { ...none, slots: new Set([`other ${mallory}`]) })).toBe('failure');
    expect(shown(all, mark(), { ...none, slots: new Set([`other ${mallory}`, `other ${us}`]) })).toBe('success');
  });

  test('a no holds until the same account says yes', () => {
    const no = posted({ of: '19.1', word: 'no' }, mallory);
    expect(shown([no], mark())).toBe('failure');
    expect(shown([posted({ of: '19.2' }, mallory), no], mark())).toBe('success');
  });

  test('a yes for another pull request does not outweigh a run that waits for approval', () => {
    const waits = posted({ slot: 'fork', pullRequests: [8], word: 'unapproved' });
    expect(shown([waits, posted({ slot: 'other', pullRequests: [9] }, mallory)], mark({ slot: 'third', pullRequests: [8] }))).toBe(
      'pending',
    );
    expect(shown([waits, posted({ slot: 'other', pullRequests: [9] })], mark({ slot: 'third', pullRequests: [8] }))).toBe('success');
  });

  test.each([null, us])('no yes is believed that nobody signed (%s)', (account) => {
    const all = [
      { ...posted({ slot: 'other', of: '21.1' }), account: undefined },
      { ...posted({ slot: 'other', of: '20.1', word: 'no' }), account: account ?? undefined },
    ];
    expect(shown(all, mark(), none, account)).toBe('failure');
  });
});

test('what a status of another account shows counts by its word alone', () => {
  expect(shown([posted({ slot: 'other' }, 'mallory', 'failure')], mark())).toBe('success');
  expect(shown([posted({ slot: 'other' }, us, 'failure')], mark())).toBe('success');
});

test('a yes that nobody signed does not outvote the no of a run whose account is not known', () => {
  expect(shown([{ ...posted({ of: '21.1' }), account: undefined }], mark({ word: 'no' }), none, null)).toBe('failure');
});

test('a pull request that is closed lets no run pass that waits for approval', () => {
  const all = [posted({ slot: 'closed', pullRequests: [9], word: 'no' }), posted({ slot: 'fork', pullRequests: [8], word: 'unapproved' })];
  expect(shown(all, mark({ pullRequests: [8] }), { ...none, slots: new Set([`closed ${us}`]) })).toBe('pending');
});

describe('without a mark', () => {
  test.each<[string, readonly PostedStatus[], string]>([
    ['a success', [bare('success')], 'success'],
    ['a failure', [bare('failure')], 'failure'],
    ['an error', [bare('error')], 'failure'],
    ['a pending', [bare('pending')], 'success'],
    ['a failure before a success', [bare('success'), bare('failure')], 'success'],
    ['an error before a success', [bare('success'), bare('error')], 'success'],
    ['a success before a failure', [bare('failure'), bare('success')], 'failure'],
    ['a failure before a pending', [bare('pending'), bare('failure')], 'failure'],
    ['a success before a pending', [bare('pending'), bare('success')], 'success'],
    ['a failure before the success of somebody else', [bare('success', 'bob'), bare('failure')], 'failure'],
    ['a failure of our own account', [bare('failure', us)], 'failure'],
    ['a failure of nobody', [{ ...bare('failure'), account: undefined }], 'failure'],
    ['a failure before all that we said', [posted({ slot: 'other' }), bare('failure')], 'failure'],
  ])('%s: a yes of ours is a %s', (_, all, state) => {
    expect(shown(all, mark())).toBe(state);
  });

  test('the account and its state are named; a success never makes a no of ours a yes', () => {
    expect(decideStatus([bare('error')], mark(), us, none).cause).toEqual({ kind: 'account', account: 'ada', state: 'error' });
    expect(shown([bare('success')], mark({ word: 'no' }))).toBe('failure');
    expect(shown([bare('success', us), posted({ slot: 'other', word: 'no' })], mark())).toBe('failure');
  });
});

test('who decides is named: this slot, else the one that says so', () => {
  const cause = (all: readonly PostedStatus[], own: StatusMark): unknown => decideStatus(all, own, us, none).cause;
  const no = posted({ slot: 'other', word: 'no' });
  const newer = posted({ of: '21.1' });
  expect(cause([no], mark({ word: 'no' }))).toEqual({ kind: 'own' });
  expect(cause([no], mark())).toEqual({ kind: 'slot', mark: no.mark, speaker: `other ${us}` });
  expect(cause([newer], mark({ word: 'no' }))).toEqual({ kind: 'slot', mark: newer.mark, speaker: `own ${us}` });
  const ours = posted({ slot: 'other', pullRequests: [8] });
  expect(cause([posted({ slot: 'third', pullRequests: [9] }, 'mallory'), ours], mark({ word: 'unapproved' }))).toEqual({
    kind: 'slot',
    mark: ours.mark,
    speaker: `other ${us}`,
  });
  expect(cause([], mark({ word: 'running' }))).toEqual({ kind: 'own' });
  expect(cause([], mark())).toEqual({ kind: 'own' });
});

test('the order in which statuses arrived changes nothing, and none of another account makes a yes of a no', () => {
  const status = fc.record({
    facts: fc.record({
      slot: fc.constantFrom('own', 'one', 'two'),
      of: fc.constantFrom('9.1', '10.1', '10.2', '11.1'),
      by: fc.constantFrom(undefined, '30.1', '30.2'),
      word: fc.constantFrom(...words),
    }),
    account: fc.constantFrom(us, us, 'mallory', undefined),
  });
  const pulls: Readonly<Record<string, readonly number[]>> = { own: [7], one: [8] };
  const world = fc.array(status, { maxLength: 6 });
  fc.assert(
    fc.property(world, status, fc.infiniteStream(fc.nat()), (all, { facts }, random) => {
      const list = all.map((one) => posted({ ...one.facts, pullRequests: pulls[one.facts.slot] ?? [] }, one.account));
      const shuffled = list
        .map((one) => [random.next().value, one] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, one]) => one);
      const state = shown(list, mark(facts));
      expect(shown(shuffled, mark(facts))).toBe(state);
      const ours = list.filter(({ account }) => account === us);
      expect(state !== 'success' || shown(ours, mark(facts)) === 'success').toBe(true);
    }),
    { numRuns: runs(2_000) },
  );
});
