import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decideStatus, type PostedStatus, type StatusEnds, type StatusMark, type StatusWord } from '../../../src/gate/index.ts';
import { runs } from '../../support/runs.ts';
import { bare, mark, posted, us, type MarkFacts } from './build.ts';

const words: Readonly<Record<string, StatusWord>> = {
  yes: 'yes',
  no: 'no',
  running: 'running',
  awaiting: 'awaiting',
  unapproved: 'unapproved',
};
const none: StatusEnds = { slots: new Set(), going: new Set() };

function shown(said: readonly PostedStatus[], own: StatusMark, ends: StatusEnds = none, account: string | undefined = us): string {
  return decideStatus(said, own, account, ends).state;
}

const word = (name: string): StatusWord => {
  const found = words[name];
  if (found === undefined) throw new Error(`${name} is no word`);
  return found;
};

/** What another says: nothing, or one status. */
const said = (name: string, facts: MarkFacts, account = us): readonly PostedStatus[] =>
  name === '-' ? [] : [posted({ ...facts, word: word(name) }, account)];

/** Cells of a table: what we say (down), what the other one says (across), and the state that is shown. */
function cells(text: string): readonly (readonly [own: string, other: string, state: string])[] {
  const [head = [], ...rows] = text.split('\n').map((line) => line.trim().split(/\s+/));
  const all = rows.flatMap(([own = '', ...states]) => states.map((state, at) => [own, head[at] ?? '', state] as const));
  if (all.length !== 30) throw new Error('a cell is missing');
  return all;
}

const nextToAnotherPullRequest = `-        yes      no       running  awaiting  unapproved
  yes         success  success  failure  pending  pending   success
  no          failure  failure  failure  failure  failure   failure
  running     pending  pending  failure  pending  pending   pending
  awaiting    pending  pending  failure  pending  pending   pending
  unapproved  pending  success  failure  pending  pending   pending`;

const nextToTheSamePullRequest = `-        yes      no       running  awaiting  unapproved
  yes         success  success  failure  pending  pending   pending
  no          failure  failure  failure  failure  failure   failure
  running     pending  pending  failure  pending  pending   pending
  awaiting    pending  pending  failure  pending  pending   pending
  unapproved  pending  pending  failure  pending  pending   pending`;

const nextToASlotThatIsOver = `-        yes      no       running  awaiting  unapproved
  yes         success  success  success  success  success   success
  no          failure  failure  failure  failure  failure   failure
  running     pending  pending  pending  pending  pending   pending
  awaiting    pending  pending  pending  pending  pending   pending
  unapproved  pending  pending  pending  pending  pending   pending`;

const nextToARunThatHasEnded = `-        yes      no       running  awaiting  unapproved
  yes         success  success  failure  success  success   success
  no          failure  failure  failure  failure  failure   failure
  running     pending  pending  failure  pending  pending   pending
  awaiting    pending  pending  failure  pending  pending   pending
  unapproved  pending  pending  failure  pending  pending   pending`;

const other = (pullRequests: readonly number[]): MarkFacts => ({ slot: 'other', of: '19.1', pullRequests });

describe.each<[string, string, readonly number[], StatusEnds]>([
  ['of another pull request', nextToAnotherPullRequest, [8], none],
  ['of the same pull request', nextToTheSamePullRequest, [7], none],
  ['of a pull request that is not known', nextToTheSamePullRequest, [], none],
  ['of ours and of another pull request', nextToTheSamePullRequest, [8, 7], none],
  ['that is over', nextToASlotThatIsOver, [7], { ...none, slots: new Set([`other ${us}`]) }],
  ['whose run has ended', nextToARunThatHasEnded, [7], { ...none, going: new Set([`other ${us}`]) }],
])('next to a slot %s', (_, table, pullRequests, ends) => {
  it.each(cells(table))('%s and %s is a %s', (ours, theirs, state) => {
    expect(shown(said(theirs, other(pullRequests)), mark({ word: word(ours) }), ends)).toBe(state);
  });
});

/** The same slot, with something that it said before. */
const beforeUs = `-        yes      no       running  awaiting  unapproved
  yes         success  success  success  success  success   success
  no          failure  failure  failure  failure  failure   failure
  running     pending  pending  failure  pending  pending   pending
  awaiting    pending  pending  failure  pending  pending   pending
  unapproved  pending  pending  failure  pending  pending   pending`;

const inThisAttempt = `-        yes      no       running  awaiting  unapproved
  yes         success  success  failure  success  success   success
  no          failure  failure  failure  failure  failure   failure
  running     pending  success  failure  pending  pending   pending
  awaiting    pending  success  failure  pending  pending   pending
  unapproved  pending  success  failure  pending  pending   pending`;

const afterUs = `-        yes      no       running  awaiting  unapproved
  yes         success  success  failure  pending  pending   pending
  no          failure  success  failure  failure  failure   failure
  running     pending  success  failure  pending  pending   pending
  awaiting    pending  success  failure  pending  pending   pending
  unapproved  pending  success  failure  pending  pending   pending`;

describe.each([
  ['an older run', beforeUs, '19.1', '20.1'],
  ['a re-run of an older run', beforeUs, '19.5', '20.1'],
  ['an older attempt', beforeUs, '20.1', '20.2'],
  ['a run with fewer digits', beforeUs, '9.1', '10.1'],
  ['this attempt', inThisAttempt, '20.1', '20.1'],
  ['a newer attempt', afterUs, '20.2', '20.1'],
  ['a newer run', afterUs, '21.1', '20.1'],
  ['a newer run than our re-run', afterUs, '21.1', '20.3'],
])('after %s of this slot', (_, table, theirRun, ourRun) => {
  it.each(cells(table))('%s and %s is a %s', (ours, theirs, state) => {
    expect(shown(said(theirs, { of: theirRun }), mark({ of: ourRun, word: word(ours) }))).toBe(state);
  });
});

describe.each([
  ['an older run that judges this one', '30.1', '31.1', 'success'],
  ['an older attempt of the run that judges', '31.1', '31.2', 'success'],
  ['a newer attempt of the run that judges', '31.3', '31.2', 'failure'],
  ['a newer run that judges', '32.1', '31.2', 'failure'],
])('after a no of %s', (_, theirs, ours, state) => {
  it(`a yes is a ${state}`, () => {
    expect(shown([posted({ by: theirs, word: 'no' })], mark({ by: ours }))).toBe(state);
  });
});

/** Three slots: we say yes, and the two others what stands down and across. */
const amongThree = `-        yes      no       running  awaiting  unapproved
  yes         success  success  failure  pending  pending   success
  no          failure  failure  failure  failure  failure   failure
  running     pending  pending  failure  pending  pending   pending
  awaiting    pending  pending  failure  pending  pending   pending
  unapproved  success  success  failure  pending  pending   success`;

describe('among three slots, of which ours says yes', () => {
  it.each(cells(amongThree))('%s and %s is a %s', (one, two, state) => {
    const others = [...said(one, { slot: 'one', pullRequests: [8] }), ...said(two, { slot: 'two', pullRequests: [9] })];
    expect(shown(others, mark())).toBe(state);
    expect(shown(others.toReversed(), mark())).toBe(state);
  });
});

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

  test.each([undefined, us])('no yes is believed that nobody signed (%s)', (account) => {
    const all = [
      { ...posted({ slot: 'other', of: '21.1' }), account: undefined },
      posted({ slot: 'other', of: '20.1', word: 'no' }, account),
    ];
    expect(shown(all, mark(), none, account)).toBe('failure');
  });
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
  expect(cause([], mark({ word: 'running' }))).toEqual({ kind: 'own' });
  expect(cause([], mark())).toEqual({ kind: 'own' });
});

test('the order in which statuses arrived changes nothing, and none of another account makes a yes of a no', () => {
  const status = fc.record({
    facts: fc.record({
      slot: fc.constantFrom('own', 'one', 'two'),
      of: fc.constantFrom('9.1', '10.1', '10.2', '11.1'),
      by: fc.constantFrom(undefined, '30.1', '30.2'),
      word: fc.constantFrom(...Object.values(words)),
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
      if (shown(ours, mark(facts)) !== 'success') expect(state).not.toBe('success');
    }),
    { numRuns: runs(2_000) },
  );
});
