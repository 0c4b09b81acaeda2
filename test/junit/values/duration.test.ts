import { describe, expect, test } from 'vitest';
import { nanoseconds } from '../../../src/junit/values.ts';
import { toSeconds } from '../../../src/results/gathered.ts';

/** The seconds of a time. */
const seconds = (text: string, unit: 's' | 'ms' = 's'): number | undefined => {
  const time = nanoseconds(text, unit);
  return time === undefined ? undefined : toSeconds(time);
};

test.each([
  ['0', 0],
  ['7', 7],
  ['0.25', 0.25],
  ['.5', 0.5],
  ['5.', 5],
  ['1234567890', 1_234_567_890],
  ['1234567890.5', 1_234_567_890.5],
  ['10000000000', 10_000_000_000],
  ['20000000000.0', 20_000_000_000],
  ['0.123456789', 0.123456],
  ['0.12345678901234567', 0.123456],
  ['0.0000009', 0],
  [' 1.5 ', 1.5],
  ['+1.5', 1.5],
  ['+.5', 0.5],
  ['+12.5', 12.5],
  ['+.25', 0.25],
  ['1e-03', 0.001],
  ['-0.000000', 0],
  ['-0', 0],
  ['1e-3', 0.001],
  ['1.5E2', 150],
  ['2e+1', 20],
])('the plain number %s is %d seconds', (text, expected) => {
  expect(seconds(text)).toBe(expected);
});

test.each([
  ['1,234', 1234],
  ['1,234.5', 1234.5],
  ['1,234,567', 1_234_567],
  ['1.234,5', 1234.5],
  ['1.234,567', 1234.567],
  ['1.234.567,25', 1_234_567.25],
  ['0,160', 0.16],
  ['00,160', 0.16],
  ['10,160', 10_160],
  [',160', 0.16],
  ['12,5', 12.5],
  ['1,2345', 1.2345],
])('the grouped number %s is %d seconds', (text, expected) => {
  expect(seconds(text)).toBe(expected);
});

test.each([
  ['01:02', 62],
  ['1:02:03', 3723],
  ['01:02:03.5', 3723.5],
  ['01:02:03,25', 3723.25],
  ['00:00:1.5', 1.5],
])('the clock time %s is %d seconds', (text, expected) => {
  expect(seconds(text)).toBe(expected);
});

test.each([
  ['PT1.5S', 1.5],
  ['PT12.5S', 12.5],
  ['PT12M', 720],
  ['PT12H', 43_200],
  ['pt2m', 120],
  ['PT1H2M3S', 3723],
  ['PT3H', 10_800],
  ['PT0,25S', 0.25],
])('the ISO duration %s is %d seconds', (text, expected) => {
  expect(seconds(text)).toBe(expected);
});

test.each([
  ['5ns', 0.000000005],
  ['5us', 0.000005],
  ['5µs', 0.000005],
  ['5μs', 0.000005],
  ['5ms', 0.005],
  ['5s', 5],
  ['2m', 120],
  ['2h', 7200],
  ['1h2m3.5s', 3723.5],
])('the duration %s is %d seconds', (text, expected) => {
  expect(seconds(text)).toBe(expected);
});

test.each([
  [''], [' '], ['.'], ['-1'], ['NaN'], ['Infinity'], ['1e99999'], ['1e5e5'], ['e5'], ['abc'], ['1;5'], ['1,'], ['x1,5'], ['1,5x'], ['1.2.'], ['..5'], ['99999999999'], ['99999999999.0'], ['1:2:3:4'], ['x01:02'], ['01:02x'],
  ['1:234'], ['PT'], ['P1D'], ['xPT1S'], ['PT1Sx'], ['PTS'], ['5 parsecs'], ['x5s'], ['5s!'], ['s'], ['99999999999999999999'], ['1e300'], ['9999999:999999999:00'], ['9999999999h'], ['9'.repeat(65)],
  [`${'0'.repeat(64)}1`],
])('%s is no time', (text) => {
  expect(nanoseconds(text)).toBeUndefined();
}); // prettier-ignore

test.each([
  ['1.234.567'], ['.234,567'], ["1'234.5"], ['1’234'], ['1 234,5'], ['1\u00A0234'], ['1\u202F234'], ['2.01:02:03'], ['12.01:02:03'], ['P12DT1S'], ['P1DT1S'], ['5msec'], ['5sec'], ['5secs'], ['5 second'], ['5 seconds'], ['2min'], ['2 mins'], ['1m 2s'], ['1.s'],
])('%s, which nobody was seen to write, is not read', (text) => {
  expect(nanoseconds(text)).toBeUndefined();
}); // prettier-ignore

test('a number of 64 characters is read', () => {
  expect(seconds('1'.padStart(64, '0'))).toBe(1);
});

test('a thousand years are the most', () => {
  expect(nanoseconds(String(86_400 * 366_000 + 0.5).padStart(17, '0'))).toBeUndefined();
  expect(seconds(String(86_400 * 366_000).padStart(17, '0'))).toBe(86_400 * 366_000);
  expect(seconds(`${86_400 * 366_000}s`)).toBe(86_400 * 366_000);
  expect(nanoseconds(`${86_400 * 366_000 + 1}s`)).toBeUndefined();
});

describe('a unit of milliseconds', () => {
  test('is that of bare numbers, which are cut to whole microseconds', () => {
    expect(seconds('1500', 'ms')).toBe(1.5);
    expect(seconds('0.0019', 'ms')).toBe(0.000001);
    expect(seconds('1e3', 'ms')).toBe(1);
    expect(seconds('1,500', 'ms')).toBe(1.5);
    expect(seconds(' 1500.0009 ', 'ms')).toBe(1.5);
  });

  test('is not that of times that name theirs', () => {
    expect(seconds('2s', 'ms')).toBe(2);
    expect(seconds('00:02', 'ms')).toBe(2);
    expect(seconds('PT2S', 'ms')).toBe(2);
  });
});

test('seconds of nanoseconds carry no noise', () => {
  expect(toSeconds(1_500_000_000)).toBe(1.5);
  expect(toSeconds(100_000_000 * 3)).toBe(0.3);
});
