import { describe, expect, test } from 'vitest';
import { isNews, isSameAttempt, slotWords, type PostedStatus } from '../../../src/gate/index.ts';
import { bare, mark, posted, us, type MarkFacts } from './build.ts';

describe('that something goes on is news', () => {
  const running = { word: 'running' } as const;
  test.each<[string, readonly MarkFacts[], MarkFacts, boolean]>([
    ['where nothing was said', [], running, true],
    ['after a yes of an older run', [{ of: '19.9' }], running, true],
    ['after a no of an older attempt', [{ of: '20.1', word: 'no' }], { ...running, of: '20.2' }, true],
    ['after a yes of this attempt', [{}], running, false],
    ['after a no of this attempt', [{ word: 'no' }], running, false],
    ['after a yes of a newer run', [{ of: '21.1' }], running, false],
    ['after a no of a newer attempt', [{ of: '20.2', word: 'no' }], running, false],
    ['after the same of this attempt', [running], running, false],
    ['after the same of an older run', [{ of: '19.1', word: 'running' }], running, true],
    ['after the same of a newer run', [{ of: '21.1', word: 'running' }], running, false],
    ['where another slot said yes', [{ slot: 'other', of: '21.1' }], running, true],
    ['that was waited for, by a later run', [{ by: '30.1', word: 'awaiting' }], { by: '31.1', word: 'awaiting' }, false],
    ['that was waited for, and is judged now', [{ by: '30.1', word: 'awaiting' }], { by: '31.1', word: 'running' }, false],
    ['that had to be approved, by a later run', [{ by: '30.1', word: 'unapproved' }], { by: '31.1', word: 'awaiting' }, true],
    ['that has to be approved now', [{ by: '30.1', word: 'awaiting' }], { by: '31.1', word: 'unapproved' }, true],
    ['that had to be approved, told late', [{ by: '31.1', word: 'awaiting' }], { by: '30.1', word: 'unapproved' }, false],
    ['that has to be approved still', [{ by: '30.1', word: 'unapproved' }], { by: '31.1', word: 'unapproved' }, false],
  ])('%s: %j, then %j: %s', (_, before, own, expected) => {
    expect(
      isNews(
        before.map((facts) => posted(facts)),
        mark(own),
        us,
      ),
    ).toBe(expected);
  });

  test('whatever another account says', () => {
    expect(isNews([posted({ of: '21.1' }, 'mallory'), bare('success')], mark(running), us)).toBe(true);
  });
});

test('an attempt is the same where the run, its attempt and the run that judges it are', () => {
  expect(isSameAttempt(mark({ word: 'no' }), mark())).toBe(true);
  for (const other of [{ of: '21.1' }, { of: '20.2' }, { by: '30.1' }, { slot: 'other' }])
    expect(isSameAttempt(mark(other), mark())).toBe(false);
  expect(isSameAttempt(mark({ by: '30.1' }), mark({ by: '30.2' }))).toBe(false);
});

test('a slot has its newest answer and what goes on after it, each account for itself', () => {
  const all: readonly PostedStatus[] = [
    posted({ slot: 'other', of: '21.1', word: 'running' }),
    posted({ slot: 'other', of: '19.1' }),
    posted({ slot: 'other', of: '20.1', word: 'no' }),
    posted({ slot: 'other', of: '22.1' }, 'mallory'),
    bare('success'),
  ];
  expect(slotWords(all, mark(), us)).toEqual([
    { speaker: `own ${us}`, isOurs: true, last: mark(), going: undefined },
    { speaker: `other ${us}`, isOurs: true, last: all[2]?.mark, going: all[0]?.mark },
    { speaker: 'other mallory', isOurs: false, last: all[3]?.mark, going: undefined },
  ]);
});
