import { describe, expect, it } from 'vitest';
import { carriedWords } from '../../src/presentation/index.ts';

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
