import { expect, it } from 'vitest';
import { readTimeLimit } from '../../src/job-service/inputs.ts';

it.each([
  ['90', 90_000],
  ['1s', 1_000],
  ['90s', 90_000],
  ['5m', 300_000],
  ['500h', 1_800_000_000],
])('reads %s', (text, time) => {
  expect(readTimeLimit(text, '--time-limit')).toBe(time);
});

const forms = 'Write seconds, or a number with s, m or h, at most 500h: 90, 90s, 5m, 6h';

it.each([
  ['', 'is not a time', ''],
  ['0 s', 'is not a time', ''],
  ['1d', 'is not a time', ''],
  ['1.5h', 'is not a time', ''],
  ['-1s', 'is not a time', ''],
  ['6 ms', 'is not a time', ''],
  ['6 hours', 'is not a time', 'Did you mean 6h? '],
  ['6 h', 'is not a time', 'Did you mean 6h? '],
  ['501h', 'is longer than 500h', ''],
  ['1800001', 'is longer than 500h', ''],
])('refuses %j', (text, what, meant) => {
  expect(() => readTimeLimit(text, 'Input time-limit')).toThrow(
    expect.objectContaining({ message: `Input time-limit ${what}: ${JSON.stringify(text)}`, fix: `${meant}${forms}` }),
  );
});
