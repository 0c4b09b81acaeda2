import { describe, expect, it } from 'vitest';
import type { StatusEnds } from '../../../src/gate/index.ts';
import { mark, none, posted, said, shown, us, wordOf, type MarkFacts } from './build.ts';

/** Cells of a table: our word (down), the word of the other run (across), and the state that is shown. */
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
    expect(shown(said(theirs, other(pullRequests)), mark({ word: wordOf(ours) }), ends)).toBe(state);
  });
});

/** The same slot, with an earlier word of its own. */
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
    expect(shown(said(theirs, { of: theirRun }), mark({ of: ourRun, word: wordOf(ours) }))).toBe(state);
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

/** Three slots: we say yes, and the two others say the words down and across. */
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
