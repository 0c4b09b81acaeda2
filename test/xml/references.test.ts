import { describe, expect, test } from 'vitest';
import { plainText, printable, resolveReferences } from '../../src/xml/characters.ts';

describe('references', () => {
  test.each([
    ['&lt;&gt;&amp;&quot;&apos;', '<>&"\''],
    ['&#65;&#x42;&#X43;&#x1f680;', 'ABC🚀'],
    ['&#0065;&#x0000004A;', 'AJ'],
    ['&#x10FFFF;', '\u{10FFFF}'],
    ['&#x110000;&#9999999999;', ''],
    ['&#xD7FF;&#xD800;&#xDFFF;&#xE000;', '\uD7FF\uE000'],
    // Text that is not a reference stays as it is written.
    ['&nbsp;&LT;&lt &#;&#x;&#xG;&#12345678901;&#x123456789;', '&nbsp;&LT;&lt &#;&#x;&#xG;&#12345678901;&#x123456789;'],
    ['&amp;lt;', '&lt;'],
    ['none', 'none'],
  ])('%s', (raw, text) => {
    expect(resolveReferences(raw)).toBe(text);
  });
});

describe('what XML cannot carry is taken out', () => {
  test.each([
    ['a\u0000b\u0008c\u000Bd\u000Ce\u000Ef\u001Fg', 'abcdefg'],
    ['a\u007Fb\u0080c\u009Fd\u00A0e', 'abcd\u00A0e'],
    ['a\uFFFEb\uFFFFc\uFFFDd', 'abc\uFFFDd'],
    ['a\uD800b\uDFFFc🚀d', 'abc🚀d'],
    ['a\tb\nc', 'a\tb\nc'],
    ['a\r\nb\rc\r\r\nd', 'a\nb\nc\n\nd'],
    ['\u001B[31mred\u001B[0m', 'red'],
    ['\u001B[1;31;?25hred\u001B[K', 'red'],
    ['\u001B[ qx', 'x'],
    ['\u001B]8;;http://x\u0007link\u001B]8;;\u001B\\', 'link'],
    ['\u001B]0;title\u001B[1mx', 'x'],
    ['\u001BMx\u001B_y\u001B\\z\u001B-!', 'xyz-!'],
    ['\u001B(0', '(0'],
    ['\u001B', ''],
    // A sequence without its beginning is not one.
    ['[31m]0;', '[31m]0;'],
    ['\u0001[31m', '[31m'],
    ['none', 'none'],
  ])('%j', (raw, text) => {
    expect(printable(raw)).toBe(text);
  });

  test('after references are resolved', () => {
    expect(plainText('&#27;[31ma&#0;&#13;&#10;&amp;')).toBe('a\n&');
  });
});
