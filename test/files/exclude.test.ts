import { expect, it } from 'vitest';
import { ignoredLines, readExclude } from '../../src/files/exclude.ts';

it('reads the lines of a file from Windows', () => {
  expect(ignoredLines('logs/**\r\n\r\n# remark\r\n  *.tmp # another\r\n')).toEqual(['logs/**', '*.tmp']);
});

it('leaves the spaces within a line as they are', () => {
  expect(ignoredLines(' \tmy  logs/a b.log \u00a0')).toEqual(['my  logs/a b.log']);
});

it.each([
  ['logs\\a.log', ['logs', 'a.log'], true],
  ['logs\\**', ['logs', 'a', 'b.log'], true],
  ['**\\*.log', ['logs', 'a.log'], true],
  ['.\\logs\\a.log', ['logs', 'a.log'], true],
  ['logs/a.log', ['logs', 'a.log'], true],
  ['logs\\a.log', ['logsa.log'], false],
  ['logs\\a.log', ['Logs', 'A.log'], false],
])('on Windows %s is about %j: %s', (pattern, path, isExcluded) => {
  expect(readExclude(pattern, '\\')(path)).toBe(isExcluded);
});

it.each(['..\\logs', 'logs\\..\\..\\x', '\\..\\..\\x\\..\\..'])('on Windows %s leads out', (pattern) => {
  expect(() => readExclude(pattern, '\\')).toThrow(/leads out of the directory/);
});

it('elsewhere a backslash has the next character stand for itself', () => {
  expect(readExclude('logs\\*', '/')(['logs*'])).toBe(true);
  expect(readExclude('logs\\*', '/')(['logs', 'a'])).toBe(false);
});

it.each([
  // A path is asked for by itself: of what is below an excluded directory nobody asks.
  ['logs', ['logs'], true],
  ['logs', ['logs', 'a.log'], false],
  ['app/logs', ['app'], false],
  ['*.log', ['a.log', 'x'], false],
  // The directory itself is no path below it.
  ['.', ['a'], false],
  ['./', ['a', 'b'], false],
  ['', ['a'], false],
  ['logs/**', ['logs'], false],
  ['logs/**', ['logs', 'a', 'b.log'], true],
  ['**', ['a'], true],
  // In front of the last `**` only plain names find anything.
  ['*/**', ['a', 'b'], false],
  ['l?gs/**/*.log', ['logs', 'a.log'], false],
  ['**/b*/**', ['a', 'b', 'c'], false],
  ['**/b/**', ['a', 'b', 'c'], true],
  ['**/b/**', ['a', 'b'], false],
  ['**/b/**/*.log', ['a', 'b', 'c', 'x.log'], true],
  ['**/b/**/*.log', ['a', 'b', 'c', 'x.txt'], false],
  ['**/**/**', ['a'], true],
  ['a/b/**', ['a'], false],
  ['a/b/**', ['a', 'b'], false],
  // A plain name behind the last one is found from one level further down on, and at the top what is in it.
  ['**/logs', ['logs'], false],
  ['**/logs', ['logs', 'a.log'], true],
  ['**/logs', ['app', 'logs'], true],
  ['**/logs', ['app', 'logs', 'a.log'], false],
  ['**/logs/*.log', ['logs', 'a.log'], true],
  ['**/logs/*.log', ['app', 'logs', 'a.log'], true],
  ['**/*.log', ['a.log'], true],
  ['**/*.log', ['a.log', 'x'], false],
  // A directory on the way is read as a pattern of its own; the last name is not.
  ['**/*.log', ['[id]', 'a.log'], false],
  ['**/*.log', ['[a', 'a.log'], false],
  ['**/*.log', ['a*', 'a.log'], true],
  ['**/*.log', ['app', '[id].log'], true],
  ['[[]id]/**/*.log', ['[id]', 'a.log'], false],
  ['\\[id\\]/**/*.log', ['[id]', 'a.log'], false],
  ['**/b/**', ['a*', 'b', 'c'], false],
])('the pattern %s is about %j: %s', (pattern, path, isExcluded) => {
  expect(readExclude(pattern, '/')(path)).toBe(isExcluded);
});

it.each([
  ['../logs', 'The pattern "../logs" leads out of the directory', 'relative to the directory that is fingerprinted: logs/**'],
  ['a/[b', '"a/[b" is not a pattern of files to exclude', 'Close each [ with a ]'],
  ['a/b**', 'The pattern "a/b**" has ** next to other characters', 'alone between slashes: **/*.log'],
])('the pattern %s is refused, with what to write', (pattern, message, fix) => {
  expect(() => readExclude(pattern)).toThrow(
    expect.objectContaining({ code: 'invalid-input', message, fix: expect.stringContaining(fix) }),
  );
});
