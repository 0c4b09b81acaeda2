import { expect, it } from 'vitest';
import { readTimeLimit } from '../../src/job-service/time-limit.ts';

it.each([
  ['1s', 1_000],
  ['90s', 90_000],
  ['5m', 300_000],
  ['500h', 1_800_000_000],
])('reads %s', (text, time) => {
  expect(readTimeLimit(text, '--time-limit')).toBe(time);
});

it.each(['', '0s', '5', '1d', '1.5h', '-1s', '597h', '6 h', '99999s'])('refuses %j', (text) => {
  expect(() => readTimeLimit(text, 'Input time-limit')).toThrow(
    expect.objectContaining({ message: `Input time-limit is not a time: ${text}`, fix: expect.stringContaining('90s, 5m, 6h') }),
  );
});
