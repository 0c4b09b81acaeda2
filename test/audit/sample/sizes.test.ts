import { expect, test } from 'vitest';
import { sizeLines, usualSize } from '../../../src/audit/sample/take-sample.ts';

test.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [4, 2],
  [5, 5],
  [12, 5],
  [13, 15],
  [52, 15],
  [53, 40],
  [365, 40],
  [366, 60],
  [100_000, 60],
])('of %i changes a sample is usually %i at most', (population, size) => {
  expect(usualSize(population)).toBe(size);
  const marked = sizeLines(population).filter((line) => line.startsWith('> '));
  expect(marked).toEqual([expect.stringMatching(new RegExp(`: ${size} at most$`))]);
});

test('the table says that it is practice and no rule, and has every row', () => {
  expect(sizeLines(30)).toEqual([
    'The size: auto, by common practice of auditors and no rule; 30 changes is the row with the mark',
    '  changes     the control runs  sample',
    '  1           once a year       1',
    '  2 to 4      each quarter      2',
    '  5 to 12     each month        2 to 5',
    '> 13 to 52    each week         5 to 15: 15 at most',
    '  53 to 365   each day          20 to 40',
    '  366 or more many times a day  25 to 60',
  ]);
});
