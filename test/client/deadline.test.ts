import { describe, expect, it } from 'vitest';
import { narrow, sleep, startDeadline, systemClock } from '../../src/client/index.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { failureOf } from './setup.ts';

describe('a deadline', () => {
  it('tells what is left, and aborts when nothing is', () => {
    const clock = fakeClock();
    const deadline = startDeadline(1_000, undefined, clock);
    clock.pass(999);
    expect([deadline.remaining(), deadline.signal.aborted]).toEqual([1, false]);
    clock.pass(2);
    expect([deadline.remaining(), deadline.signal.aborted, deadline.interrupted()]).toEqual([0, true, false]);
  });

  it('is over when it is interrupted, and tells the two apart', () => {
    const interrupt = new AbortController();
    const deadline = startDeadline(1_000, interrupt.signal, fakeClock());
    expect([deadline.signal.aborted, deadline.interrupted()]).toEqual([false, false]);
    interrupt.abort();
    expect([deadline.signal.aborted, deadline.interrupted()]).toEqual([true, true]);
  });

  it('within another is over with whichever is over first', () => {
    const clock = fakeClock();
    const outer = startDeadline(1_000, undefined, clock);
    expect([narrow(outer, 300).remaining(), narrow(outer, 5_000).remaining()]).toEqual([300, 1_000]);
    const inner = narrow(outer, 300);
    clock.pass(300);
    expect([inner.signal.aborted, outer.signal.aborted]).toEqual([true, false]);
    const longer = narrow(outer, 5_000);
    clock.pass(700);
    expect([longer.signal.aborted, longer.remaining()]).toEqual([true, 0]);
  });

  it('within another is interrupted with it, but not because its own time is over', () => {
    const interrupt = new AbortController();
    const clock = fakeClock();
    const inner = narrow(startDeadline(1_000, interrupt.signal, clock), 300);
    clock.pass(400);
    expect([inner.signal.aborted, inner.interrupted()]).toEqual([true, false]);
    interrupt.abort();
    expect(inner.interrupted()).toBe(true);
  });
});

describe('a wait', () => {
  it('takes as long as it was asked for', async () => {
    const clock = fakeClock();
    await sleep(400, startDeadline(1_000, undefined, clock), 'GET x');
    expect(clock.waits).toEqual([400]);
  });

  it('ends with the deadline, and says what it was for', async () => {
    const error = await failureOf(sleep(2_000, startDeadline(1_000, undefined, fakeClock()), 'GET x', 3));
    expect(error).toMatchObject({
      name: 'TransportError',
      code: 'deadline',
      message: 'Out of time during GET x',
      request: 'GET x',
      attempts: 3,
      fix: expect.stringContaining('timeout'),
      cause: expect.anything(),
    });
  });

  it('ends with an interruption, for which there is nothing to fix', async () => {
    const interrupt = new AbortController();
    const clock = fakeClock(() => interrupt.abort());
    const error = await failureOf(sleep(10, startDeadline(1_000, interrupt.signal, clock), 'GET x'));
    expect(error).toMatchObject({ code: 'interrupted', message: 'Interrupted during GET x', attempts: 1, fix: undefined });
  });
});

describe('the clock of the system', () => {
  it('takes times that a timer does not: parts of a millisecond, and years', () => {
    expect(systemClock.timeout(0.5)).toBeInstanceOf(AbortSignal);
    expect(systemClock.timeout(1e15).aborted).toBe(false);
  });

  it('waits for as long as it is asked to, and no longer than its signal', async () => {
    const start = systemClock.now();
    await systemClock.wait(30, new AbortController().signal);
    expect(systemClock.now() - start).toBeGreaterThanOrEqual(29);
    await expect(systemClock.wait(1e9, AbortSignal.timeout(1))).rejects.toThrow(/abort/);
  });

  it('aborts when the time is over', async () => {
    const signal = systemClock.timeout(5);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    expect(signal.aborted).toBe(true);
  });
});
