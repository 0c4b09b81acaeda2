import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { commands, contextOf, run, type Command } from '../../../src/commands/index.ts';

/* No service runs in this process: a timer that it set meanwhile would never end, and it would never close. */

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('an interruption ends a run that goes on, five seconds later, and tells what was on its way', async () => {
  const [first] = commands;
  if (first === undefined) throw new Error('There is no command.');
  const interrupt = new AbortController();
  const context = contextOf({}, process.cwd(), interrupt.signal, () => {});
  const stuck: Command = { ...first, options: [], read: () => ({}), run: () => new Promise(() => {}) };
  const result = run(stuck, { raw: {}, naming: (name) => name }, context);
  context.sent.begin('trail t');
  interrupt.abort();
  let ended = false;
  void result.then(() => (ended = true));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toMatchObject({
    kind: 'stopped',
    ending: 'interrupted',
    code: 'interrupted',
    sent: { kind: 'on-its-way', name: 'trail t' },
  });
});
