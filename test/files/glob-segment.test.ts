import { expect, it } from 'vitest';
import { hasGlobCharacters, matchesSegment, readGlobSegment } from '../../src/files/exclude.ts';

it.each([
  ['a', ['a'], ['', 'A', 'ab', 'ba']],
  ['', [''], ['a']],
  ['?', ['a', '?', 'é', '🦊'], ['', 'ab']],
  ['a?', ['ab', 'a?'], ['a', 'abc', 'ba']],
  ['*', ['', 'a', 'a.b'], []],
  ['*.log', ['.log', 'a.log', 'a.log.log'], ['a.log2', 'log']],
  ['a*b*c', ['abc', 'axbybzc'], ['ac', 'abcd']],
  ['[ab]', ['a', 'b'], ['', 'c', '[', 'ab', '[ab]']],
  ['[b-dx]', ['b', 'c', 'd', 'x'], ['a', 'e', '-', 'w']],
  ['[é-🦊]', ['é', '日', '🦊'], ['a']],
  ['[^a]', ['b', '^', '[', ']'], ['a', '', 'bb']],
  ['[^^]', ['a'], ['^']],
  ['[a^]', ['a', '^'], ['b']],
  ['[!a]', ['!', 'a'], ['b']],
  ['[*?]', ['*', '?'], ['a']],
  // An escaped character stands for itself, in a class too.
  ['\\*', ['*'], ['a', '\\*']],
  ['\\a\\\\', ['a\\'], ['a']],
  ['[\\]]', [']'], ['\\', '\\]']],
  ['[\\-]', ['-'], ['\\', 'a']],
  ['[\\-a]', ['-', 'a'], ['b']],
  ['[\\\\]', ['\\'], [']']],
  ['[a-\\c]', ['a', 'b', 'c'], ['-', '\\', 'd']],
  ['{a,b}', ['{a,b}'], ['a', 'b']],
])('the pattern %s matches %j, and not %j', (pattern, matching, others) => {
  const glob = readGlobSegment(pattern) ?? [];
  expect(matching.filter((name) => !matchesSegment(glob, name))).toEqual([]);
  expect(others.filter((name) => matchesSegment(glob, name))).toEqual([]);
});

it.each(['[', '[a', '[]', '[]a]', '[^]', '[^]a]', '[-]', '[-a]', '[--a]', '[a-]', '[a-', '[ab-]', '[a-]b]', '[\\', 'a\\'])(
  'the text %s is no pattern',
  (text) => {
    expect(readGlobSegment(text)).toBeUndefined();
  },
);

it('says which characters mean something', () => {
  expect(['a*', '?', '[a', 'a\\b'].filter(hasGlobCharacters)).toHaveLength(4);
  expect(['', 'a', '{a,b}', 'a]', '!a', '^'].filter(hasGlobCharacters)).toEqual([]);
});
