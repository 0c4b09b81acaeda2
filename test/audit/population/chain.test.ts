import { describe, expect, it } from 'vitest';
import { brokenChain, chainCheck, orderUpdates, tipAt } from '../../../src/audit/population/chain.ts';
import { at, sha } from '../reviews/pull.ts';

/** An update from one letter to another, `-` for no branch: `ab` goes from a to b. */
const step = (id: string, way: string, time = '12:00', branch = 'main') => {
  const [before, after] = Array.from(way, (letter) => (letter === '-' ? null : sha(letter)));
  return { id, branch, at: at(time), before: before ?? null, after: after ?? null };
};

describe('updates of a branch', () => {
  it('join where each begins where the one before it ended', () => {
    expect(brokenChain([step('4', '-c'), step('3', 'b-'), step('2', 'ab'), step('1', '-a')])).toBeUndefined();
    expect(brokenChain([])).toBeUndefined();
  });

  it('tell where one is missing or is there twice', () => {
    expect(brokenChain([step('3', 'cd'), step('1', 'ab')])).toBe(
      'Update 3 of main began at cccccccccccc, and the one before it, 1, left it at bbbbbbbbbbbb: an update between them is missing',
    );
    expect(brokenChain([step('1', 'aa'), step('1', 'aa')])).toMatch(/there twice/);
  });

  it('of one second are put in the order in which they join', () => {
    const updates = [step('1', 'ab'), step('3', 'cd'), step('2', 'bc'), step('0', 'xa', '11:00')];
    expect(orderUpdates(updates, sha('d')).map(({ id }) => id)).toEqual(['3', '2', '1', '0']);
  });

  it('tell where the branch was at a moment', () => {
    const updates = [step('2', 'bc', '12:00'), step('1', 'ab', '10:00')];
    const where = (time: string, inclusive = false): string | undefined => tipAt(updates, sha('c'), at(time), inclusive)?.[0];
    expect([where('13:00'), where('12:00', true), where('12:00'), where('10:00'), where('09:00')]).toEqual(['c', 'c', 'b', 'a', 'a']);
    expect(tipAt([], sha('c'), at('12:00'), false)).toBe(sha('c'));
  });
});

describe('landings as they are read', () => {
  const header = {
    basis: 'github' as const,
    at: at('23:00'),
    period: { until: at('23:00') },
    branches: [{ name: 'main', tip: sha('d') }],
  };

  it('are whole where those of each branch join, up to the tip', () => {
    const check = chainCheck(header);
    const landings = [step('4', 'cd'), step('9', 'xy', '12:00', 'release'), step('3', 'bc'), step('8', 'wx', '11:00', 'release')];
    expect(landings.map(check)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('have a hole where one is missing in the middle, or at the tip', () => {
    const check = chainCheck(header);
    expect([step('4', 'cd'), step('2', 'ab')].map(check).map((hole) => hole?.what)).toEqual([undefined, 'updates of main']);
    expect(chainCheck(header)(step('3', 'bc'))?.why).toMatch(/left it at cccccccccccc, and it is at dddddddddddd/);
    expect(chainCheck({ ...header, at: at('23:30') })(step('3', 'bc'))).toBeUndefined();
  });
});
