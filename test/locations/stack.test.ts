import { describe, expect, test } from 'vitest';
import { framesIn } from '../../src/locations/source-line.ts';

const told = (message: string): readonly string[] => framesIn(message).map(({ path, line }) => `${path} ${line}`);

describe('a frame of the JVM', () => {
  test.each([
    ['\tat com.example.BasketTest.adds(BasketTest.java:12)', 'com/example/BasketTest.java 12'],
    ['com.example.BasketTest.adds(BasketTest.java:12)', 'com/example/BasketTest.java 12'],
    ['Caused by: x at com.example.Basket$Inner.<init>(Basket.kt:3)', 'com/example/Basket.kt 3'],
    ['at Basket.adds(Basket.scala:1234567)', 'Basket.scala 1234567'],
    ['at app//com.example.Basket.adds(Basket.groovy:3)', 'com/example/Basket.groovy 3'],
    ['at java.base@17.0.1/java.util.List.get(List.java:1)', 'java/util/List.java 1'],
    ['at app/my-module@1/shop.Basket.adds(basket-core.clj:3)', 'shop/basket-core.clj 3'],
    ['at shop.Basket.adds(build.gradle.kts:3)', 'build.gradle.kts 3'],
    ['at shop.Build.run(build.kts:3)', 'shop/build.kts 3'],
    ['at com.example.Basket.adds(Basket.java:0)', undefined],
    ['at com.example.Basket.adds(Basket.java:12345678)', undefined],
    ['at com.example.Basket.adds(Basket.txt:3)', 'Basket.txt 3'],
    ['at com.example.Basket.adds(Unknown Source)', undefined],
    ['at adds(Basket.java:3)', 'Basket.java 3'],
    ['#com.example.Basket.adds(Basket.java:3)', 'Basket.java 3'],
  ])('%j', (text, frame) => {
    expect(told(text)).toEqual(frame === undefined ? [] : [frame]);
  });
});

describe('a place that a line names', () => {
  test.each([
    ['  File "tests/my basket.py", line 3, in test', 'tests/my basket.py 3'],
    ['ProFile "a.py", line 3', undefined],
    ['File "a.py", line x', undefined],
    ['File "", line 3', undefined],
    ['   at Shop.Adds() in D:\\a b\\Basket.cs:line 4', 'D:\\a b\\Basket.cs 4'],
    ['   at Shop.Adds() in /src/a b/Basket.cs:line 4', '/src/a b/Basket.cs 4'],
    ['begin /src/Basket.cs:line 4', undefined],
    ['Warning: no in /src/a b.php on line 8', '/src/a b.php 8'],
    ['Warning: no in C:\\src\\a.php on line 8', 'C:\\src\\a.php 8'],
    ['begin /src/a.php on line 8', undefined],
    ['at adds (/work/my shop/basket.js:3:5)', '/work/my shop/basket.js 3'],
    ['at adds (file:///work/my%20shop/basket.js:3:5)', '/work/my shop/basket.js 3'],
    ['at adds (basket:3:5)', 'basket 3'],
    ['at adds (my basket.js:3)', 'basket.js 3'],
    ['src/basket.js:3', 'src/basket.js 3'],
    ['src/basket.js:3:5', 'src/basket.js 3'],
    [' > src/basket.js:1234567 x', 'src/basket.js 1234567'],
    ['src/basket.js:12345678', undefined],
    ['adds@http://h/src/basket.js:3', 'src/basket.js 3'],
    ['"src/basket.js:3"', 'src/basket.js 3'],
    ["'src/basket.js:3'", 'src/basket.js 3'],
    ['`src/basket.js:3`', 'src/basket.js 3'],
    ['(src/basket.js:3)', 'src/basket.js 3'],
    ['<src/basket.js:3', undefined],
    ['C:\\src\\basket.cpp:3: error', 'C:\\src\\basket.cpp 3'],
    ['C:/src/basket.cpp:3: error', 'C:/src/basket.cpp 3'],
    ['C:src.cpp:3', undefined],
    ['http://localhost:5173/src/basket.js?t=17:3:5', 'src/basket.js 3'],
    ['http://localhost/src/basket.js:3', 'src/basket.js 3'],
    ['webpack-internal:///./src/basket.js:3', './src/basket.js 3'],
    ['at adds (Chrome http://h/src/basket.js:3:5)', 'Chrome http://h/src/basket.js 3'],
    ['at adds (http://h/src/my\u2028basket.js?a\u2028b:3:5)', 'src/my\u2028basket.js 3'],
    ['at adds (file:///work/c:/basket.js:3:5)', '/work/c:/basket.js 3'],
    ['src/basket.js?v=1:3', 'src/basket.js?v=1 3'],
    ['at adds (file:///C:/src/basket.js:3:5)', 'C:/src/basket.js 3'],
    ['file:///src/basket.js:3', '/src/basket.js 3'],
    ['file://server/src/basket.js:3', 'src/basket.js 3'],
    ['http://h/my%20shop/basket.js:3', 'my shop/basket.js 3'],
    ['http://h/my%zzshop/basket.js:3', undefined],
    ['src/basket.js:0', undefined],
    ['basket:3', undefined],
    ['10.30:45', undefined],
    ['a.b:3', 'a.b 3'],
    ['a.abcdefghij:3', 'a.abcdefghij 3'],
    ['a.abcdefghijk:3', undefined],
    ['a|b.js:3', undefined],
    ['#0 /src/Basket.php(12): adds()', '/src/Basket.php 12'],
    ['C:\\src\\basket.cpp(12,5): error', undefined],
    ['C:\\src\\basket.cpp(12): error', 'C:\\src\\basket.cpp 12'],
    ['x:/src/Basket.php(12)', 'x:/src/Basket.php 12'],
    ['(/src/Basket.php(12)', undefined],
    ['nothing', undefined],
    ['', undefined],
  ])('%j', (text, frame) => {
    expect(told(text)).toEqual(frame === undefined ? [] : [frame]);
  });

  test('is looked for in the first 1,000 characters of a line', () => {
    expect(told(`${' '.repeat(989)}src/a.js:3`)).toEqual(['src/a.js 3']);
    expect(told(`${' '.repeat(1000)}src/a.js:3`)).toEqual([]);
  });
});

test('the last call comes first, also in Python, which tells it last', () => {
  expect(told('a.js:1\nno place\nb.js:2')).toEqual(['a.js 1', 'b.js 2']);
  expect(told('File "a.py", line 1\nFile "b.py", line 2')).toEqual(['b.py 2', 'a.py 1']);
  expect(told('a.js:1\nb.py:2')).toEqual(['b.py 2', 'a.js 1']);
  expect(told('a.pyc:1\nb.js:2')).toEqual(['a.pyc 1', 'b.js 2']);
});

describe('a message from Windows', () => {
  test.each([
    ['    at adds (D:\\a\\my shop\\basket.js:3:5)', 'D:\\a\\my shop\\basket.js 3'],
    ['    at D:\\a\\shop\\basket.js:3:5', 'D:\\a\\shop\\basket.js 3'],
    ['    at adds (file:///D:/a/my%20shop/basket.js:3:5)', 'D:/a/my shop/basket.js 3'],
    ['  File "d:\\a\\shop\\tests\\test_basket.py", line 3, in test', 'd:\\a\\shop\\tests\\test_basket.py 3'],
    ['tests\\test_basket.py:3: AssertionError', 'tests\\test_basket.py 3'],
    ['D:\\a\\shop\\basket.cpp(12): error: Value of: 1', 'D:\\a\\shop\\basket.cpp 12'],
    ['   at Shop.Adds() in \\\\files\\ci\\Basket.cs:line 4', '\\\\files\\ci\\Basket.cs 4'],
    ["thread 'adds' panicked at src\\basket.rs:3:5:", 'src\\basket.rs 3'],
  ])('%j names its place, with the line ends of Windows too', (text, frame) => {
    expect(told(text)).toEqual([frame]);
    expect(told(`first\r\n${text}\r\nlast\r\n`)).toEqual([frame]);
  });
});
