import { homedir } from 'node:os';
import { join, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contains, escapeGlob, globOf, nameOf, readPatterns, type Pattern } from '../../src/files/pattern.ts';
import { workspaceOf } from '../junit/support.ts';

const workspace = '/work/shop';
const read = (text: string, where = workspace): Pattern => {
  const [pattern, ...more] = readPatterns([text], { workspace: where });
  expect(more).toEqual([]);
  if (pattern === undefined) throw new Error(`${text} is no pattern`);
  return pattern;
};

describe('the lines of a pattern', () => {
  test('are trimmed; blank ones and comments are left out', () => {
    const lines = readPatterns([' a.xml \r\n\t\n# b.xml\rc.xml', '', '  #d', 'e#.xml\n!f.xml'], { workspace });
    expect(lines.map((line) => line.text)).toEqual(['a.xml', 'c.xml', 'e#.xml', '!f.xml']);
  });

  test.each([
    ['a', false, 'a'],
    ['!a', true, 'a'],
    ['!!a', false, 'a'],
    ['! ! !a', true, 'a'],
    ['! a', true, 'a'],
    ['a!', false, 'a!'],
  ])('exclude when an odd number of `!` comes first: %s', (text, isExclude, name) => {
    expect(read(text)).toMatchObject({ text, isExclude, root: join(workspace, name) });
  });
});

describe('a pattern that is relative to a directory', () => {
  const inShop = (text: string, mayLeave: boolean): Pattern | undefined =>
    readPatterns([text], { workspace, directory: '/work/shop/till', mayLeave })[0];

  test('is no glob where a file of that name is in the directory', () => {
    const where = workspaceOf({ 'till/a[1].xml': '' });
    const isGlob = (directory: string): boolean | undefined => readPatterns(['a[1].xml'], { workspace: where, directory })[0]?.isGlob;
    expect([isGlob(join(where, 'till')), isGlob(where)]).toEqual([false, true]);
  });

  test.each<[string, Partial<Pattern>]>([
    ['a.xml', { root: '/work/shop/till/a.xml', base: workspace, isOutside: false }],
    ['../b/*.xml', { root: '/work/shop/b', base: workspace, isOutside: false }],
    ['../../x/a.xml', { root: '/work/x/a.xml', base: workspace, isOutside: true }],
  ])('may not leave the workspace: %s', (text, expected) => {
    expect(inShop(text, false)).toMatchObject(expected);
  });

  test.each<[string, Partial<Pattern>]>([
    ['a.xml', { root: '/work/shop/till/a.xml', base: workspace, isOutside: false }],
    ['../b.xml', { root: '/work/shop/b.xml', base: workspace, isOutside: false }],
    ['../../x/a.xml', { root: '/work/x/a.xml', base: '/work/x', isOutside: false }],
    ['../../x/*.xml', { root: '/work/x', base: '/work/x', isOutside: false }],
  ])('may leave it where a person names the files: %s', (text, expected) => {
    expect(inShop(text, true)).toMatchObject(expected);
  });
});

describe('a pattern', () => {
  test.each<[string, Partial<Pattern>]>([
    ['a/b.xml', { isGlob: false, root: '/work/shop/a/b.xml', rest: '', base: workspace, isOutside: false }],
    ['a//b/../c.xml', { isGlob: false, root: '/work/shop/a/c.xml', rest: '' }],
    ['.', { isGlob: false, root: workspace, rest: '', isOutside: false }],
    ['*.xml', { isGlob: true, root: workspace, rest: '*.xml', base: workspace, isOutside: false }],
    ['**', { isGlob: true, root: workspace, rest: '**' }],
    ['a/b*/c.xml', { isGlob: true, root: '/work/shop/a', rest: 'b*/c.xml', base: workspace }],
    ['a/b/**/*.xml', { isGlob: true, root: '/work/shop/a/b', rest: '**/*.xml' }],
    ['a/[bc].xml', { isGlob: true, root: '/work/shop/a', rest: '[bc].xml' }],
    ['a?/b.xml', { isGlob: true, root: workspace, rest: 'a?/b.xml' }],
    ['a/../*.xml', { isGlob: true, root: workspace, rest: '*.xml', isOutside: false }],
    ['../x/a.xml', { isGlob: false, root: '/work/x/a.xml', base: workspace, isOutside: true }],
    ['../x/*.xml', { isGlob: true, root: '/work/x', rest: '*.xml', base: workspace, isOutside: true }],
    ['..', { root: '/work', base: workspace, isOutside: true }],
    ['..a/b.xml', { root: '/work/shop/..a/b.xml', isOutside: false }],
    ['/work/shop/a.xml', { isGlob: false, root: '/work/shop/a.xml', base: workspace, isOutside: false }],
    ['/work/shop/a/*.xml', { isGlob: true, root: '/work/shop/a', rest: '*.xml', base: workspace }],
    ['/else/a.xml', { isGlob: false, root: '/else/a.xml', base: '/else', isOutside: false }],
    ['/else/a/*.xml', { isGlob: true, root: '/else/a', rest: '*.xml', base: '/else/a', isOutside: false }],
    ['/*.xml', { isGlob: true, root: '/', rest: '*.xml', base: '/', isOutside: false }],
    ['~/a.xml', { root: join(homedir(), 'a.xml'), base: homedir(), isOutside: false }],
    ['~', { root: homedir(), isOutside: false }],
    ['~a', { root: '/work/shop/~a', isOutside: false }],
    ['a~', { root: '/work/shop/a~' }],
    ['a~/', { root: '/work/shop/a~' }],
    ['a*/../b.xml', { isGlob: true, root: '/work/shop/b.xml', rest: '' }],
  ])('%s is split where its first glob character stands', (text, expected) => {
    expect(read(text)).toMatchObject(expected);
  });

  test('is no glob where a file of that very name is there', () => {
    const where = workspaceOf({ 'a[1].xml': '', 'b/c*.xml': '' });
    expect(read('a[1].xml', where)).toMatchObject({ isGlob: false, root: join(where, 'a[1].xml'), rest: '' });
    expect(read(join(where, 'b/c*.xml'), where)).toMatchObject({ isGlob: false, root: join(where, 'b/c*.xml') });
    expect(read('a[2].xml', where)).toMatchObject({ isGlob: true, root: where, rest: 'a[2].xml' });
  });

  test('as a glob has the characters of its directories stand for themselves', () => {
    expect(globOf(read('a/*.xml', '/work/s[h]op'))).toBe('/work/s[[]h]op/a/*.xml');
    expect(globOf(read('a.xml', '/work/s*p'))).toBe('/work/s[*]p/a.xml');
  });
});

test.each([
  ['/a', '/a', true],
  ['/a', '/a/b', true],
  ['/a', '/a/b/c', true],
  ['/a', '/ab', false],
  ['/a', '/', false],
  ['/a/b', '/a', false],
  ['/a/b', '/a/c', false],
  ['/a', '/a/..b', true],
  ['/a', '/x/a', false],
  ['/', '/a', true],
])('%s contains %s: %s', (directory, path, contained) => {
  expect(contains(directory, path)).toBe(contained);
});

test.each([
  ['/a*b?/c', '/a[*]b[?]/c'],
  ['/a[b]/c', '/a[[]b]/c'],
  ['/a[bc]d/[ef]', '/a[[]bc]d/[[]ef]'],
  ['/a[/b]', '/a[/b]'],
  ['/a[]/b', '/a[]/b'],
  ['/a]b', '/a]b'],
  ['/a\\b', '/a\\\\b'],
])('%s is escaped as %s', (path, escaped) => {
  expect(escapeGlob(path)).toBe(escaped);
});

describe('on Windows', () => {
  const shop = 'D:\\a\\shop';
  const readOnWindows = (text: string, where: string): Pattern | undefined => readPatterns([text], { workspace: where }, win32)[0];

  test.each<[string, Partial<Pattern>]>([
    ['a/b.xml', { isGlob: false, root: 'D:\\a\\shop\\a\\b.xml', rest: '', base: shop, isOutside: false }],
    ['a\\b.xml', { isGlob: false, root: 'D:\\a\\shop\\a\\b.xml', base: shop, isOutside: false }],
    ['a/b\\**/*.xml', { isGlob: true, root: 'D:\\a\\shop\\a\\b', rest: '**\\*.xml', base: shop, isOutside: false }],
    ['.\\build\\*.xml\r', { isGlob: true, root: 'D:\\a\\shop\\build', rest: '*.xml', base: shop }],
    ['d:\\A\\Shop\\build\\a.xml', { isGlob: false, base: shop, isOutside: false }],
    ['D:/a/shop/*.xml', { isGlob: true, root: shop, rest: '*.xml', base: shop, isOutside: false }],
    ['..\\x\\a.xml', { root: 'D:\\a\\x\\a.xml', base: shop, isOutside: true }],
    ['..\\shop-2\\a.xml', { isOutside: true }],
    ['C:\\Temp\\*.xml', { isGlob: true, root: 'C:\\Temp', rest: '*.xml', base: 'C:\\Temp', isOutside: false }],
    ['C:\\Temp\\a.xml', { root: 'C:\\Temp\\a.xml', base: 'C:\\Temp', isOutside: false }],
    ['\\\\files\\ci\\*.xml', { isGlob: true, root: '\\\\files\\ci\\', rest: '*.xml', isOutside: false }],
    ['!build\\old\\**', { isExclude: true, isGlob: true, root: 'D:\\a\\shop\\build\\old', rest: '**' }],
    ['~\\a.xml', { root: win32.resolve(shop, win32.join(homedir(), 'a.xml')), isOutside: false }],
    ['~/a.xml', { root: win32.resolve(shop, win32.join(homedir(), 'a.xml')), isOutside: false }],
    // It is relative to the current folder of the drive, which is not in the workspace: it finds nothing, and says so.
    ['C:*.xml', { isGlob: true, rest: 'C:*.xml', base: shop, isOutside: false }],
    ['\\\\?\\D:\\a\\shop\\*.xml', { isGlob: true, rest: '?\\D:\\a\\shop\\*.xml' }],
  ])('%s is split by either slash, and compared without a look at case', (text, expected) => {
    expect(readOnWindows(text, shop)).toMatchObject(expected);
  });

  test.each([
    ['a/b.xml', '\\\\files\\ci\\shop\\a\\b.xml', false],
    ['..\\other\\b.xml', '\\\\files\\ci\\other\\b.xml', true],
    ['\\\\FILES\\ci\\Shop\\b.xml', '\\\\FILES\\ci\\Shop\\b.xml', false],
  ])('%s in a workspace on a share leads to %s', (text, root, isOutside) => {
    expect(readOnWindows(text, '\\\\files\\ci\\shop')).toMatchObject({ root, isOutside });
  });

  test.each([
    ['D:\\a', 'D:\\a\\b', true],
    ['D:\\a', 'd:\\A\\b', true],
    ['D:\\a\\', 'D:\\a\\b', true],
    ['D:\\', 'D:\\a', true],
    ['D:\\a', 'D:\\ab', false],
    ['D:\\a', 'C:\\a\\b', false],
    ['D:\\a\\b', 'D:\\a', false],
    ['D:\\a', 'D:\\a\\..b', true],
    ['D:\\a', '\\\\D\\a\\b', false],
    ['\\\\files\\ci', '\\\\files\\ci\\a', true],
    ['\\\\files\\ci', '\\\\files\\other\\a', false],
    ['\\\\files\\ci', 'D:\\files\\ci\\a', false],
  ])('%s contains %s: %s', (directory, path, contained) => {
    expect(contains(directory, path, win32)).toBe(contained);
  });

  test.each([
    ['D:\\a\\shop\\build\\unit.xml', 'build/unit.xml'],
    ['d:\\A\\SHOP\\Build\\unit.xml', 'Build/unit.xml'],
    ['C:\\Temp\\unit.xml', 'C:/Temp/unit.xml'],
    ['\\\\files\\ci\\unit.xml', '//files/ci/unit.xml'],
  ])('%s is called %s', (path, name) => {
    expect(nameOf(path, shop, win32)).toBe(name);
  });

  test('a backslash parts directories in a glob, and escapes nothing', () => {
    expect(escapeGlob('D:\\a[b]\\c', win32)).toBe('D:\\a[[]b]\\c');
    const pattern = readOnWindows('build/**/*.xml', 'D:\\s[h]op');
    expect(pattern === undefined ? undefined : globOf(pattern, win32)).toBe('D:\\s[[]h]op\\build\\**\\*.xml');
  });
});
