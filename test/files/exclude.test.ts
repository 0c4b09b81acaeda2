import { expect, it } from 'vitest';
import { ignoredLines, readExclude } from '../../src/files/exclude.ts';

it('reads the lines of a file from Windows', () => {
  expect(ignoredLines('logs/**\r\n\r\n# remark\r\n  *.tmp # another\r\n')).toEqual(['logs/**', '*.tmp']);
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
