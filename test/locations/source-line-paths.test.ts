import { describe, expect, test } from 'vitest';
import { type SourceTree, lineFinder, type SourceLine } from '../../src/locations/index.ts';

/** The tracked file that a path means, told as the attribute of a test case or in its message. */
function meant(path: string, checkout: Partial<SourceTree> & Pick<SourceTree, 'paths'>, source = 'unit.xml'): string | undefined {
  const find = lineFinder({ root: '/work/shop', workspace: '/work/shop', ...checkout });
  return find({ suite: 's', message: '', source, file: path })?.file;
}

describe('code that is not the repository’s own', () => {
  const paths = ['src/x.js'];
  const dependencies = [
    'node_modules',
    'site-packages',
    'dist-packages',
    'hostedtoolcache',
    '.cargo',
    'rustc',
    'gems',
    '.venv',
    'venv',
    '.pnpm',
    '.yarn',
  ];
  const packages = ['junit', 'testng', 'gradle', 'apache/maven', 'hamcrest', 'assertj', 'mockito'];
  const runtimes = ['node', 'internal', 'java', 'javax', 'jdk', 'sun', 'kotlin', 'scala', 'groovy', 'junit'];

  test.each([
    ...runtimes.flatMap((name) => [`${name}/src/x.js`, `${name}:src/x.js`, `${name}/util/src/x.js`]),
    ...packages.map((name) => `org/${name}/src/x.js`),
    ...dependencies.flatMap((name) => [`${name}/src/x.js`, `lib/${name}/a/src/x.js`, `/home/ci/${name}/src/x.js`]),
    ...['lib', 'local/lib', 'local/go'].map((name) => `/usr/${name}/src/x.js`),
  ])('is no place, even if it ends alike: %s', (path) => {
    expect(meant(path, { paths })).toBeUndefined();
  });

  test.each([
    ...runtimes.flatMap((name) => [`my${name}/src/x.js`, `${name}1/src/x.js`, `a/${name}/src/x.js`]),
    ...packages.flatMap((name) => [`org/${name}x/src/x.js`, `a/org/${name}/src/x.js`, `org/x/${name}/src/x.js`]),
    ...dependencies.flatMap((name) => [`my${name}/src/x.js`, `${name}x/src/x.js`]),
    ...['share', 'libx', 'local/share', 'local/libx', 'x/lib'].map((name) => `/usr/${name}/src/x.js`),
    '/a/usr/lib/src/x.js',
    'usr/lib/src/x.js',
  ])('is none that only looks like it: %s', (path) => {
    expect(meant(path, { paths })).toBe('src/x.js');
  });

  test('is a place where it is tracked', () => {
    expect(meant('node_modules/a/x.js', { paths: ['node_modules/a/x.js'] })).toBe('node_modules/a/x.js');
  });
});

describe('a path', () => {
  const paths = ['src/x.js', 'lib/src/x.js', 'lib/y.js', 'z.js', 'a b/w.js'];

  test.each([
    ['src/x.js', 'src/x.js'],
    ['./src//x.js', 'src/x.js'],
    ['lib/../src/x.js', 'src/x.js'],
    ['src/x.js/', 'src/x.js'],
    ['lib\\src\\x.js', 'lib/src/x.js'],
    ['C:\\ci\\lib\\src\\x.js', 'lib/src/x.js'],
    ['C:/ci/lib/src/x.js', 'lib/src/x.js'],
    ['C:\\ci\\x.js', undefined],
    ['C:/ci/z.js', undefined],
    ['/ci/z.js', undefined],
    ['ci/z.js', 'z.js'],
    ['ci/x/z.js', 'z.js'],
    ['z.js', 'z.js'],
    ['x.js', undefined],
    ['y.js', 'lib/y.js'],
    ['other/y.js', undefined],
    ['/ci/lib/y.js', 'lib/y.js'],
    ['/ci/lib/src/x.js', 'lib/src/x.js'],
    ['/ci/other/src/x.js', undefined],
    ['a b/w.js', 'a b/w.js'],
    ['', undefined],
    ['.', undefined],
  ])('%j means the tracked file %s', (path, file) => {
    expect(meant(path, { paths })).toBe(file);
  });

  test('in the checkout is what it says, or is not tracked', () => {
    expect(meant('/work/shop/src/x.js', { paths })).toBe('src/x.js');
    expect(meant('/work/shop/other/lib/y.js', { paths })).toBeUndefined();
    expect(meant('/work/shop-2/lib/y.js', { paths })).toBe('lib/y.js');
    expect(meant('/work/shop/src/x.js', { paths, root: '/work/shop/', workspace: '/work/shop//' })).toBe('src/x.js');
    expect(meant('/work/shop/other/lib/y.js', { paths, root: '/work/shop//', workspace: '/work/shop//' })).toBeUndefined();
  });

  test('in a checkout on Windows is read with either slash', () => {
    const windows = { paths, root: 'D:\\a\\shop', workspace: 'D:\\a\\shop\\lib' };
    expect(meant('D:\\a\\shop\\src\\x.js', windows)).toBe('src/x.js');
    expect(meant('D:/a/shop/src/x.js', windows)).toBe('src/x.js');
    expect(meant('D:\\a\\shop\\other\\y.js', windows)).toBeUndefined();
    expect(meant('y.js', windows)).toBe('lib/y.js');
    expect(meant('D:\\a\\shop\\src/x.js', windows)).toBe('src/x.js');
  });

  test('on a drive of Windows means the same in either case', () => {
    const windows = { paths: ['lib/src/y.js', 'z.js'], root: 'D:/a/shop', workspace: 'd:\\a\\shop' };
    expect(meant('d:\\a\\shop\\z.js', windows)).toBe('z.js');
    expect(meant('D:\\a\\shop\\z.js', { ...windows, root: 'd:/a/shop' })).toBe('z.js');
    // The file is in the checkout and is not tracked: another file with the same end of its path does not count.
    expect(meant('d:\\a\\shop\\src\\y.js', windows)).toBeUndefined();
  });

  test('on a share of Windows is found by its whole name', () => {
    // As git, and as Node.js, write the same folder.
    const share = { paths: ['lib/src/y.js', 'z.js'], root: '//files/ci/shop', workspace: '\\\\files\\ci\\shop\\lib' };
    expect(meant('\\\\files\\ci\\shop\\z.js', share)).toBe('z.js');
    expect(meant('\\\\files\\ci\\shop\\src\\y.js', share)).toBeUndefined();
    expect(meant('src\\y.js', share)).toBe('lib/src/y.js');
  });

  test('elsewhere may have a backslash in a name', () => {
    const odd = ['a\\b/c.js', 'd/x:\\y.js'];
    for (const path of odd) expect(meant(path, { paths: odd })).toBe(path);
  });

  test('is first looked for below where the tests ran', () => {
    const inside = { paths, workspace: '/work/shop/lib' };
    expect(meant('src/x.js', inside)).toBe('lib/src/x.js');
    expect(meant('/work/shop/lib/src/x.js', inside)).toBe('lib/src/x.js');
    expect(meant('z.js', inside)).toBe('z.js');
    // A folder next to the checkout whose name begins alike is not part of it.
    expect(meant('src/x.js', { paths, workspace: '/work/shop-lib' })).toBe('src/x.js');
  });

  test('where nothing is told of the checkout means what it says', () => {
    for (const path of ['src/x.js', '/src/x.js']) expect(meant(path, { paths: ['src/x.js'], root: '', workspace: '' })).toBe('src/x.js');
    expect(meant('/ci/lib/src/x.js', { paths: ['lib/src/x.js'], root: '', workspace: '' })).toBe('lib/src/x.js');
  });

  test('is looked for in the folders of its results file, the innermost first', () => {
    const nested = ['x.js', 'a/x.js', 'a/b/x.js'];
    expect(meant('x.js', { paths: nested }, 'a/b/c/unit.xml')).toBe('a/b/x.js');
    expect(meant('x.js', { paths: nested }, 'a/unit.xml')).toBe('a/x.js');
    expect(meant('x.js', { paths: nested }, 'unit.xml')).toBe('x.js');
    expect(meant('x.js', { paths: nested }, '/a/b/unit.xml')).toBe('x.js');
    expect(meant('../x.js', { paths: nested }, 'a/b/unit.xml')).toBe('a/x.js');
  });

  test('that several files end like means the one that shares the longest end, if there is one', () => {
    const alike = ['a/b/c/x.js', 'd/b/c/x.js', 'e/c/x.js'];
    expect(meant('/ci/a/b/c/x.js', { paths: alike })).toBe('a/b/c/x.js');
    expect(meant('/ci/z/b/c/x.js', { paths: alike })).toBeUndefined();
    expect(meant('/ci/e/c/x.js', { paths: alike })).toBe('e/c/x.js');
    expect(meant('/ci/z/c/x.js', { paths: ['e/c/x.js'] })).toBe('e/c/x.js');
  });
});

describe('a failing test', () => {
  const paths = ['src/x.js', 'src/y.js', 'till/a_test.go', 'shop/a_test.go'];
  const find = lineFinder({ paths, root: '/w', workspace: '/w' });
  const place = (facts: object): SourceLine | undefined => find({ suite: 'shop/till', message: '', source: 'u.xml', ...facts });

  test('whose message names no line of its file has none', () => {
    expect(place({ file: 'src/x.js', message: 'at src/y.js:3' })).toStrictEqual({ file: 'src/x.js' });
    expect(place({ file: 'src/x.js', message: 'at src/y.js:3\nat src/x.js:4\nat src/x.js:5' })).toStrictEqual({
      file: 'src/x.js',
      line: 4,
    });
    expect(place({ file: 'src/x.js:7', message: 'at src/x.js:4' })).toStrictEqual({ file: 'src/x.js', line: 7 });
    expect(place({ file: 'src/x.js:7', line: 9 })).toStrictEqual({ file: 'src/x.js', line: 9 });
  });

  test('is placed by the first frame that is tracked', () => {
    expect(place({ message: 'at a/b.js:1\nat src/y.js:3\nat src/x.js:4' })).toStrictEqual({ file: 'src/y.js', line: 3 });
    expect(place({ file: 'gone.js', line: 1, message: 'at src/y.js:3' })).toStrictEqual({ file: 'src/y.js', line: 3 });
    expect(place({ message: 'nothing' })).toBeUndefined();
  });

  test('of Go is placed in its package: that of its class, or else of its suite', () => {
    expect(place({ message: 'a_test.go:3: no' })).toStrictEqual({ file: 'till/a_test.go', line: 3 });
    expect(place({ classname: 'example.com/shop', message: 'a_test.go:3: no' })).toStrictEqual({ file: 'shop/a_test.go', line: 3 });
    expect(place({ classname: 'example.com/shop', message: 'till/a_test.go:3: no' })).toStrictEqual({ file: 'till/a_test.go', line: 3 });
  });

  test('of Go whose message names a folder, or of another language, is placed by that alone', () => {
    const several = lineFinder({ paths: ['till/a_test.go', 'shop/till/a_test.go', 'shop/a.js', 'till/a.js'], root: '/w', workspace: '/w' });
    const facts = { suite: '', classname: 'example.com/shop', source: 'u.xml' };
    expect(several({ ...facts, message: 'till/a_test.go:3: no' })).toStrictEqual({ file: 'till/a_test.go', line: 3 });
    expect(several({ ...facts, message: 'a.js:3: no' })).toBeUndefined();
  });
});
