import { afterAll, describe, expect, test, vi } from 'vitest';
import { readOptions, readingOptions, type RawOptions } from '../../src/options/index.ts';
import { reading } from '../support/commands.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
vi.useFakeTimers({ now, toFake: ['Date'] });
afterAll(() => vi.useRealTimers());

const settings = (raw: RawOptions) => readOptions(reading(raw), readingOptions);

test('by default one test must have run, retries are literal, rows are outermost suites, times are seconds', () => {
  expect(settings({})).toEqual({ minTests: 1, mergeRetries: 'none', granularity: 'outermost', timeUnit: 's' });
});

test('every option reaches the reader', () => {
  expect(settings({ 'min-tests': '20', 'merge-retries': 'last', granularity: 'leaf', 'time-unit': 'ms' })).toEqual({
    minTests: 20,
    mergeRetries: 'last',
    granularity: 'leaf',
    timeUnit: 'ms',
  });
});

describe('newer-than', () => {
  test.each([
    ['2026-11-21T11:00:00Z', now - 3_600_000],
    ['2026-11-21 12:00Z', now],
    [String(now / 1000), now],
    ['30m', now - 1_800_000],
    ['90s', now - 90_000],
  ])('%s is a moment', (text, moment) => {
    expect(settings({ 'newer-than': text }).newerThan).toBe(moment);
  });

  test.each(['yesterday', '30', '2026-11-21', '30d', '-5m'])('%s is none, and says what to write', (text) => {
    expect(() => settings({ 'newer-than': text })).toThrow(/Input newer-than is not a moment/);
  });
});

test.each(['many', '-1', '1.5', '1e3'])('min-tests %s is no number of tests', (text) => {
  expect(() => settings({ 'min-tests': text })).toThrow(/Input min-tests is not a whole number/);
});
