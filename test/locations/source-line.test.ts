import { describe, expect, test } from 'vitest';
import { lineFinder, type FailureText, type SourceLine } from '../../src/locations/index.ts';
import { framesIn } from '../../src/locations/source-line.ts';

const paths = [
  'README.md',
  'setup.py',
  'src/basket.js',
  'src/lib.rs',
  'src/index.js',
  'my shop/till.js',
  'packages/one/src/index.js',
  'packages/two/src/index.js',
  'tests/test_basket.py',
  'basket/basket_test.go',
  'till/till_test.go',
  'till/common_test.go',
  'basket/common_test.go',
  'app/src/test/java/com/example/BasketTest.java',
  'lib/src/test/java/com/other/BasketTest.java',
  'Shop.Tests/BasketTests.cs',
  'tests/BasketTest.php',
  'spec/basket_spec.rb',
];
const find = lineFinder({ paths, root: '/work/shop', workspace: '/work/shop' });

function place(facts: Partial<FailureText>): SourceLine | undefined {
  return find({ suite: 'suite', message: '', source: 'unit.xml', ...facts });
}

describe('places in messages', () => {
  test.each([
    ['Node.js', 'Error: no\n    at adds (/work/shop/src/basket.js:3:5)\n    at node:internal/x:1:1', 'src/basket.js', 3],
    ['Node.js without a function', '    at /work/shop/src/basket.js:3:5', 'src/basket.js', 3],
    ['Node.js, a module', '    at file:///work/shop/src/basket.js:7:5', 'src/basket.js', 7],
    ['Node.js, a module with a space', '    at async Till.open (file:///work/shop/my%20shop/till.js:9:5)', 'my shop/till.js', 9],
    ['Node.js, a path with a space', '    at open (/work/shop/my shop/till.js:9:5)', 'my shop/till.js', 9],
    ['vitest', ' ❯ src/basket.js:31:15', 'src/basket.js', 31],
    ['a browser', 'adds@http://localhost:5173/src/basket.js?t=17:3:5', 'src/basket.js', 3],
    ['webpack', '    at webpack:///./src/basket.js:4:1', 'src/basket.js', 4],
    ['Python', 'Traceback:\n  File "tests/test_basket.py", line 3, in test_adds\n    assert', 'tests/test_basket.py', 3],
    ['Python, absolute', '  File "/work/shop/tests/test_basket.py", line 3, in test_adds', 'tests/test_basket.py', 3],
    [
      'pytest',
      'def test_adds():\n>   assert 1 == 2\nE   assert 1 == 2\n\ntests/test_basket.py:3: AssertionError',
      'tests/test_basket.py',
      3,
    ],
    ['JUnit', '\tat com.example.BasketTest.adds(BasketTest.java:12)', 'app/src/test/java/com/example/BasketTest.java', 12],
    [
      'the JVM with modules',
      '\tat app//com.other.BasketTest$Inner.adds(BasketTest.java:12)',
      'lib/src/test/java/com/other/BasketTest.java',
      12,
    ],
    ['Go', '    till_test.go:12: 2 is not 1', 'till/till_test.go', 12],
    ['Rust', "thread 'adds' panicked at src/lib.rs:3:5:", 'src/lib.rs', 3],
    ['.NET', '   at Shop.BasketTests.Adds() in /work/shop/Shop.Tests/BasketTests.cs:line 4', 'Shop.Tests/BasketTests.cs', 4],
    ['.NET on Windows', '   at Shop.BasketTests.Adds() in D:\\a\\shop\\Shop.Tests\\BasketTests.cs:line 4', 'Shop.Tests/BasketTests.cs', 4],
    ['PHPUnit', 'Failed asserting\n\n/work/shop/tests/BasketTest.php:8', 'tests/BasketTest.php', 8],
    ['PHP', '#0 /work/shop/tests/BasketTest.php(8): adds()', 'tests/BasketTest.php', 8],
    ['PHP, a warning', 'Warning: no in /work/shop/tests/BasketTest.php on line 8', 'tests/BasketTest.php', 8],
    ['Ruby', "./spec/basket_spec.rb:5:in 'block (2 levels) in <top (required)>'", 'spec/basket_spec.rb', 5],
  ])('%s', (_name, message, file, line) => {
    expect(place({ message })).toEqual({ file, line });
  });

  test('the first frame that is a tracked file counts; in Python the last', () => {
    const node =
      'at is (/work/shop/node_modules/chai/src/index.js:1:1)\nat adds (/work/shop/src/basket.js:3:5)\nat run (/work/shop/src/index.js:9:1)';
    expect(place({ message: node })).toEqual({ file: 'src/basket.js', line: 3 });
    const python =
      'File "tests/test_basket.py", line 3, in test\nFile "/work/shop/setup.py", line 9, in add\nFile "/usr/lib/python3.12/json.py", line 1, in x';
    expect(place({ message: python })).toEqual({ file: 'setup.py', line: 9 });
  });

  test('no file and no line is made up', () => {
    for (const message of [
      '',
      'expected 10:30 to be 10:45',
      'see http://example.com:8080/',
      'a.b:c',
      'x.py:0: no',
      '::error file=a.js:1::',
    ]) {
      expect([message, framesIn(message).filter(({ path }) => paths.includes(path))]).toEqual([message, []]);
      expect(place({ message })).toBeUndefined();
    }
  });
});

describe('places by attributes', () => {
  test('the attributes come before the message', () => {
    const message = 'at adds (/work/shop/src/index.js:3:5)';
    expect(place({ file: 'src/basket.js', line: 12, message })).toEqual({ file: 'src/basket.js', line: 12 });
    expect(place({ file: './src/basket.js', line: 12 })).toEqual({ file: 'src/basket.js', line: 12 });
    expect(place({ file: '/work/shop/src/basket.js' })).toEqual({ file: 'src/basket.js' });
    expect(place({ file: 'src/basket.js:4:1' })).toEqual({ file: 'src/basket.js', line: 4 });
  });

  test('a file without a line takes that of the message, if it is of the same file', () => {
    expect(place({ file: 'src/basket.js', message: 'at x (src/index.js:1:1)\nat adds (src/basket.js:7:5)' })).toEqual({
      file: 'src/basket.js',
      line: 7,
    });
    expect(place({ file: 'src/basket.js', message: 'at x (src/index.js:1:1)' })).toEqual({ file: 'src/basket.js' });
  });

  test('a file that is not tracked gives way to the message', () => {
    expect(place({ file: 'dist/basket.js', line: 1, message: 'at adds (src/basket.js:7:5)' })).toEqual({ file: 'src/basket.js', line: 7 });
  });
});

describe('which file is meant', () => {
  test('one whose end is the longest that was given', () => {
    expect(place({ message: 'at x (/home/ci/app/packages/two/src/index.js:1:1)' })).toEqual({ file: 'packages/two/src/index.js', line: 1 });
    expect(place({ file: 'two/src/index.js' })).toEqual({ file: 'packages/two/src/index.js' });
  });

  test('none where several could be', () => {
    const several = lineFinder({ paths: ['a/src/index.js', 'b/src/index.js'], root: '/work/shop', workspace: '/work/shop' });
    const test = { suite: '', name: '', source: '', message: '' } as const;
    expect(several({ ...test, file: 'src/index.js' })).toBeUndefined();
    expect(several({ ...test, file: 'index.js' })).toBeUndefined();
    expect(several({ ...test, file: 'c/src/index.js' })).toBeUndefined();
    expect(place({ message: 'common_test.go:3: no' })).toBeUndefined();
  });

  test('the one nearest to the results file, where the whole path is there more than once', () => {
    const file = 'src/index.js';
    expect(place({ file, source: 'packages/one/build/unit.xml' })).toEqual({ file: 'packages/one/src/index.js' });
    expect(place({ file, source: 'build/unit.xml' })).toEqual({ file: 'src/index.js' });
    expect(place({ file, source: '/packages/one/unit.xml' })).toEqual({ file: 'src/index.js' });
  });

  test('Go’s package parts files of the same name', () => {
    expect(place({ classname: 'example.com/shop/till', message: 'common_test.go:3: no' })).toEqual({
      file: 'till/common_test.go',
      line: 3,
    });
  });

  test.each([
    ['a file of the checkout that is not tracked', '/work/shop/dist/src/basket.js'],
    ['a file outside of the checkout', '/usr/lib/src/basket.js'],
    ['a path that leads out of it', '../../etc/passwd'],
    ['one that leads out and in again elsewhere', '/work/shop/../other/README.md/x'],
    ['a dependency', 'node_modules/basket/src/basket.js'],
    ['a file that shares only its name', '/opt/tool/basket.js'],
    ['a file that shares only its name, beside the checkout', '../basket.js'],
    ['a file of another root that shares only its name', '/opt/tool/setup.py'],
  ])('%s is no place', (_name, file) => {
    expect(place({ file, message: `at x (${file}:1:1)` })).toBeUndefined();
  });

  test('frames of the JVM’s own classes are no place', () => {
    const jvm = lineFinder({ paths: ['src/Assert.java', 'src/util/ArrayList.java'], root: '/w', workspace: '/w' });
    const message = '\tat org.junit.Assert.fail(Assert.java:89)\n\tat java.base/java.util.ArrayList.get(ArrayList.java:1)';
    expect(jvm({ suite: '', source: '', message })).toBeUndefined();
  });

  test('in a subdirectory of the checkout, paths are relative to where the tests ran', () => {
    const inside = lineFinder({ paths, root: '/work/shop', workspace: '/work/shop/packages/one' });
    const test = { suite: '', name: '', source: '', message: '' } as const;
    expect(inside({ ...test, file: 'src/index.js' })).toEqual({ file: 'packages/one/src/index.js' });
    expect(inside({ ...test, file: '/work/shop/packages/one/src/index.js' })).toEqual({ file: 'packages/one/src/index.js' });
    expect(inside({ ...test, file: '/work/shop/src/basket.js' })).toEqual({ file: 'src/basket.js' });
  });
});
