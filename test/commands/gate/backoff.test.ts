import { describe, expect, it } from 'vitest';
import { startDeadline } from '../../../src/client/index.ts';
import { backoff, waitWithin } from '../../../src/commands/gate/gate.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const first = (longest: number, share: number): readonly number[] => [...backoff(longest, () => share).take(6)];

describe('the waits between polls', () => {
  it('double up to the longest, and are never less than half', () => {
    expect(first(3_000, 1)).toEqual([250, 500, 1_000, 2_000, 3_000, 3_000]);
    expect(first(3_000, 0)).toEqual([125, 250, 500, 1_000, 1_500, 1_500]);
  });

  it('differ from run to run, so that many jobs do not ask at once', () => {
    const [one, other] = [[...backoff(60_000).take(8)], [...backoff(60_000).take(8)]];
    expect(one).not.toEqual(other);
  });
});

describe('a wait within a deadline', () => {
  it.each([
    ['is as long as it was asked for', 10_000, 3_000, [3_000], true],
    ['leaves the last poll half a second', 2_000, 3_000, [1_500], true],
    ['does not begin in the last half second', 500, 3_000, [], false],
  ])('%s', async (_, left, pause, waits, hadTime) => {
    const clock = fakeClock();
    expect(await waitWithin(pause, startDeadline(left, undefined, clock), 'the wait')).toBe(hadTime);
    expect(clock.waits).toEqual(waits);
  });

  it('that takes longer than it should had no time', async () => {
    const clock = fakeClock(() => clock.pass(60_000));
    expect(await waitWithin(1_000, startDeadline(2_000, undefined, clock), 'the wait')).toBe(false);
  });

  it('that is interrupted is no answer', async () => {
    const interrupt = new AbortController();
    const clock = fakeClock(() => interrupt.abort());
    await expect(waitWithin(1_000, startDeadline(2_000, interrupt.signal, clock), 'the wait')).rejects.toMatchObject({
      code: 'interrupted',
      message: 'Interrupted during the wait',
    });
  });
});
