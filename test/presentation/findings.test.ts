import { expect, it, describe } from 'vitest';
import { entryWords, carriedWords } from '../../src/presentation/index.ts';

const commit = 'ab'.repeat(20);
const pull = { number: 7 };

it.each([
  [
    { commit, pull, merged: 'bob', approved: ['carol', 'dan'] },
    'the entry was merged by bob with pull request 7, carol and dan approved it',
  ],
  [{ commit, pull, merged: 'bob', approved: [] }, 'the entry was merged by bob with pull request 7, nobody approved it'],
  [
    { commit, pull: null, merged: null, approved: [] },
    'the entry came with commit abababababab, which no pull request brought: nobody approved it',
  ],
  [
    { commit, pull: null, merged: null, approved: null },
    'the entry came with commit abababababab; who merged and approved it is not known',
  ],
  [undefined, 'who merged and approved the entry is not known'],
])('of %j it is said who merged and who approved the entry', (by, words) => {
  expect(entryWords(by)).toBe(words);
});

const change = { sha: 'a' };
const looked = { complete: true, since: '2026-11-15T06:00:00Z' };

describe('a finding that was not looked at again', () => {
  it.each([
    ['of a time before the period', { at: '2026-10-05T09:00:00Z', change }, looked, 'audit its time with since 2026-10-05'],
    [
      'where commits are the ends of the period',
      { at: '2026-10-05T09:00:00Z', change: null },
      { ...looked, since: null },
      'audit its time with since 2026-10-05',
    ],
    ['of a change whose time nobody knows', { at: null, change }, looked, 'audit its time with since'],
    ['of a time within the period', { at: '2026-11-15T06:00:00Z', change }, looked, 'its rule was not tested on it'],
    ['of something that is so now', { at: null, change: null }, looked, 'its rule was not tested on it'],
    [
      'by an audit that is not complete',
      { at: '2026-10-05T09:00:00Z', change },
      { ...looked, complete: false },
      'this audit is not complete',
    ],
  ])('%s says why, and how to look at it', (_, finding, audit, words) => {
    expect(carriedWords(finding, audit)).toBe(`not looked at again: ${words}`);
  });
});
