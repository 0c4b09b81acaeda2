import { expect, it, describe } from 'vitest';
import { carriedWords, entryWords, issuesLines, rulesInNumbers, unaskedLines, untestedLines } from '../../src/presentation/index.ts';
import type { RuleFacts } from '../../src/presentation/findings.ts';

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
  [
    { commit, author: 'eve', pull, merged: null, approved: null },
    'the entry was written by eve and merged by somebody with pull request 7, it is not known who approved it',
  ],
  [
    { commit, author: 'eve', pull: null, merged: null, approved: [] },
    'the entry came with commit abababababab of eve, which no pull request brought: nobody approved it',
  ],
  [
    { commit, pull, merged: 'bob', approved: ['carol'], reworded: { commit: 'cd'.repeat(20), author: 'mallory' } },
    'the entry was merged by bob with pull request 7, carol approved it; mallory changed its reason with commit cdcdcdcdcdcd',
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

describe('rules that were not tested', () => {
  const rule = (name: string, more: Partial<RuleFacts> = {}): RuleFacts => ({
    rule: name,
    result: 'not tested',
    tested: 0,
    why: 'a right',
    ...more,
  });
  const rules = [
    rule('a'),
    rule('b'),
    rule('c', { result: 'tested', tested: 2, why: 'one page' }),
    rule('d', { result: 'tested', tested: 2, why: null }),
    rule('e', { lack: 'before' }),
    rule('f', { lack: 'head' }),
    rule('g', { lack: 'never', why: 'git alone' }),
    rule('h', { why: null }),
  ];

  it('are counted by what lacked, each once', () => {
    expect(rulesInNumbers(rules)).toEqual({ tested: 2, untested: 3, partly: 1 });
    expect(rulesInNumbers([rule('c', { result: 'tested', tested: 1 }), rule('c')])).toEqual({ tested: 1, untested: 1, partly: 0 });
  });

  it('stand in a line for each reason', () => {
    expect(untestedLines(rules)).toEqual(['a and b (2 rules): a right', 'c: one page', 'h: nobody says why']);
    expect(unaskedLines(rules)).toEqual([
      'e: no audit before this one saw it',
      'f: the service’s log was held against no head that somebody kept',
      'g: git alone',
    ]);
    expect([untestedLines([]), unaskedLines([rule('a')])]).toEqual([[], []]);
  });
});

describe('issues that an audit keeps', () => {
  const kept = { opened: 1, updated: 2, closed: 3, unchanged: 4 };
  const changes = [
    { what: 'open', number: null, title: 'one\nline' },
    { what: 'close', number: 7, title: 'x' },
  ] as const;
  it('are counted, and in a dry run named', () => {
    const [made, ...rest] = issuesLines({ ...kept, dryRun: false, changes });
    expect(made).toBe('Issues: 1 opened, 2 updated, 3 closed, 4 as they were');
    expect(rest).toEqual([]);
    expect(issuesLines({ ...kept, dryRun: true, changes }).slice(1)).toEqual(['would open: one ⏎ line', 'would close #7: x']);
  });
});
