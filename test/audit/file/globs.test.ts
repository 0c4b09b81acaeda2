import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { globFault, matchesName, matchesPath } from '../../../src/audit/file/globs.ts';

describe('a pattern of paths', () => {
  it.each([
    ['src/**', 'src/a/b.ts', true],
    ['src/**', 'source/a', false],
    ['src/**', 'SRC/a', false],
    ['**', '.github/x', true],
    ['**/*.md', 'README.md', true],
    ['**/*.md', '.a/.b.md', true],
    ['*.md', 'docs/a.md', false],
    ['src/**', 'src/a\nb/c', true],
    ['src/**/c', 'src/a\u2028b/c', true],
    ['app/(shop)/**', 'app/(shop)/page.tsx', true],
    ['app/(shop)/**', 'app/shop/page.tsx', false],
    ['a"b/*', 'a"b/c', true],
    ['+a@$^|/*', '+a@$^|/x', true],
    ['x!y/*', 'x!y/z', true],
    ['[!a]b', 'cb', true],
    ['[!a]b', 'ab', false],
    ['[^a]b', '!b', true],
    ['src/\\[id\\]/*', 'src/[id]/x', true],
    ['a\\d', 'a1', false],
    ['a.b/*', 'axb/c', false],
    ['{a,b}/**', 'b/c', true],
    ['docs', 'docs', true],
    ['docs', 'docs/a/b', true],
    ['docs/', 'docs/a', true],
    ['docs', 'docs2/a', false],
    ['docs/**', 'docs', true],
    ['docs/**', 'docs2', false],
    ['a.b-c/*/d', 'a.b-c/x/d', true],
    ['ab*/d', 'abc/d', true],
    ['ab?/d', 'abc/d', true],
    ['ab{c,d}/e', 'abd/e', true],
    ['a\\b/*', 'a\\b/c', false],
  ])('%j and the path %j: %s', (glob, path, expected) => {
    expect(globFault(glob)).toBeUndefined();
    expect(matchesPath([glob], path)).toBe(expected);
  });

  it('takes away what the ones before it named, and a later one gives it back', () => {
    const globs = ['src/**', '!src/docs/**', 'src/docs/api/**'];
    expect(['src/a', 'src/docs/a', 'src/docs/api/a', 'b'].map((path) => matchesPath(globs, path))).toEqual([true, false, true, false]);
  });

  it('names the very path that it is, whatever characters that has', () => {
    assert(
      property(string({ minLength: 1, maxLength: 20 }), (path) => {
        const glob = path.replace(/[*?[\]{}\\!/]/g, (character) => `\\${character}`);
        return path.startsWith('/') || globFault(glob) !== undefined || matchesPath([glob], path);
      }),
      { seed: 18, numRuns: 500 },
    );
  });

  it.each([
    '**.js',
    'a/**b',
    '/a',
    './a',
    'a/../b',
    'a//b',
    '',
    '!',
    ' a',
    'a ',
    '[a',
    '{a',
    '[z-a]',
    'a{1..9}',
    'a/**/',
    'a\\',
    '*a*a*a*b',
    '**/a/**/a/**/a/**',
    'a'.repeat(257),
  ])('is refused with its fix: %j', (glob) => {
    expect(globFault(glob)).toMatch(/: (?:write|leave) /);
  });
});

describe('a pattern of names', () => {
  it('names a branch, and * crosses no slash', () => {
    const names = ['main', 'release/1', 'release/1/2', 'Main'];
    expect(names.map((name) => matchesName(['main', 'release/*'], name))).toEqual([true, true, false, false]);
    expect(names.map((name) => matchesName(['**', '!release/**'], name))).toEqual([true, false, false, true]);
    expect(matchesName(['release'], 'release/1')).toBe(false);
  });
});
