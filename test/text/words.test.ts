import { describe, expect, it } from 'vitest';
import { bytes, count, list, seconds } from '../../src/text/index.ts';

describe('words for numbers', () => {
  it('counts', () => {
    expect([count(0, 'test'), count(1, 'test'), count(12_345, 'test'), count(2, 'suite of tests', 'suites of tests')]).toEqual([
      '0 tests',
      '1 test',
      '12,345 tests',
      '2 suites of tests',
    ]);
  });

  it('lists, and counts what is too much to list', () => {
    expect([list([]), list(['a']), list(['a', 'b']), list(['a', 'b', 'c'])]).toEqual(['', 'a', 'a and b', 'a, b and c']);
    expect(list(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more');
  });

  it('tells times', () => {
    expect([0, 0.4219, 9.999, 12.4, 59.6, 185, 3_599.7, 7_440].map(seconds)).toEqual([
      '0 s',
      '0.42 s',
      '10 s',
      '12 s',
      '1 min 0 s',
      '3 min 5 s',
      '1 h 0 min',
      '2 h 4 min',
    ]);
  });

  it('tells sizes', () => {
    expect([0, 1_023, 1_024, 1_536, 10 * 1_024 * 1_024, 3 * 1_024 ** 4].map(bytes)).toEqual([
      '0 B',
      '1023 B',
      '1 KiB',
      '1.5 KiB',
      '10 MiB',
      '3072 GiB',
    ]);
  });
});
