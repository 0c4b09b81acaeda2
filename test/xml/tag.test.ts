import { describe, expect, test } from 'vitest';
import { Attributes, longestValue, more, readAttributes, shown, wantedNames } from '../../src/xml/attributes.ts';

/** Reads what follows the name of a tag. */
function read(text: string, attributes = new Attributes()): { readonly attributes: Attributes; readonly end: number } {
  return { attributes, end: readAttributes(Buffer.from(text), 0, attributes) };
}

describe('the attributes of a tag', () => {
  test.each([
    ['>', 0],
    ['/>', 0],
    [' >', 1],
    ['\t\r\n/> ', 3],
    [' name="a">', 9],
    [" name='a'/>", 9],
    [' name = "a" >', 12],
    [' name\n=\n"a>b/"\n\n>', 16],
    [' a=\'"\' b="\'">', 12],
  ])('end at the `>`, or at the `/` before it: %j', (text, end) => {
    expect(read(text).end).toBe(end);
  });

  test.each(['', ' ', '/', ' name', ' name ', ' name=', ' name= ', ' name="', ' name="a', ' name="a\'>', ' name="a"', ' name="a" '])(
    'want more bytes where they have no end: %j',
    (text) => {
      expect(read(text).end).toBe(more);
    },
  );

  test.each([
    ['/ >', 'a tag holds a `/` that does not end it', 0],
    [' a="1"/b>', 'a tag holds a `/` that does not end it', 6],
    [' a="1"b="2">', 'no white space parts two attributes', 6],
    ['"1">', 'no white space parts two attributes', 0],
    [' ="1">', 'a tag holds a character that cannot begin an attribute', 1],
    [' "1">', 'a tag holds a character that cannot begin an attribute', 1],
    [' name>', 'the attribute `name` has no value', 1],
    [' name b="1">', 'the attribute `name` has no value', 1],
    [' name=1>', 'the value of the attribute `name` is not in quotation marks', 6],
    [' name= >', 'the value of the attribute `name` is not in quotation marks', 7],
    [' name="a<b">', 'the value of the attribute `name` holds a `<`, or misses its end', 8],
  ])('are refused with the place: %j', (text, message, offset) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ message: expect.stringContaining(message), offset }));
  });

  test('tell where the value begins that has no end yet', () => {
    expect(read(' name="abc').attributes.openValue).toBe(7);
    expect(read(' name="abc" b').attributes.openValue).toBe(-1);
    const { attributes } = read(' name="abc');
    expect(read(' name="abc">', attributes).attributes.openValue).toBe(-1);
  });

  test('are 4,096 at most', () => {
    const some = (count: number): string => `${' a="1"'.repeat(count - 1)} name="last">`;
    expect(read(some(4096)).attributes.text('name')).toBe('last');
    expect(() => read(some(5000))).toThrow('a tag has more attributes than are read');
  });
});

describe('a value', () => {
  const name = (text: string): string | undefined => read(text).attributes.text('name');

  test.each([
    [' name="a &lt; b &#65;&#x42;"/>', 'a < b AB'],
    [' name="&nbsp;"/>', '&nbsp;'],
    [' name=\'"it&apos;s"\'/>', '"it\'s"'],
    [' name="é 🚀"/>', 'é 🚀'],
    [' name="a\u001B[31mb"/>', 'ab'],
    [' name="a\r\nb"/>', 'a\nb'],
    [' name=""/>', ''],
  ])('is read as it is meant: %j', (text, value) => {
    expect(name(text)).toBe(value);
  });

  test('is that of the last attribute of a name, in any case, and of no longer name', () => {
    expect(name(' name="a" NAME="b" classname="c" nam="d" n:name="e"/>')).toBe('b');
    expect(name(' classname="c" names="d"/>')).toBeUndefined();
    const { attributes } = read(' name="a" time="1">');
    expect([attributes.text('time'), attributes.text('file')]).toEqual(['1', undefined]);
  });

  test('is kept however many follow it', () => {
    expect(read(` file="f"${' a="1"'.repeat(200)}>`).attributes.text('file')).toBe('f');
  });

  test('of an earlier tag is not found behind the end of the next', () => {
    const { attributes } = read(' status="a" result="b">');
    expect(read(' status="c">result="b">', attributes).attributes.all(wantedNames('status', 'result'))).toEqual(['c']);
  });

  test('of an earlier tag is forgotten', () => {
    const { attributes } = read(' name="a" file="b">');
    expect(read(' name="c">', attributes).attributes.text('name')).toBe('c');
    expect(attributes.text('file')).toBeUndefined();
  });

  test('is found among all of some names, in any case and with any prefix', () => {
    const { attributes } = read(' status="a" x:Result="b" xstatus="c" result="d &amp; é" statu="e" x:xresult="f">');
    expect(attributes.all(wantedNames('status', 'result'))).toEqual(['a', 'b', 'd & é']);
    expect(attributes.all(wantedNames('success'))).toEqual([]);
  });

  test('is cut where it is very long, between two characters', () => {
    expect(name(` name="${'x'.repeat(longestValue)}">`)).toHaveLength(longestValue);
    expect(name(` name="${'x'.repeat(longestValue + 1)}">`)).toHaveLength(longestValue);
    for (const before of ['', 'x', 'xx', 'xxx']) {
      const value = name(` name="${before}${'🚀'.repeat(longestValue / 4)}!">`);
      expect(value).toBe(before + '🚀'.repeat((longestValue - 4 * Math.sign(before.length)) / 4));
    }
  });
});

test('a name for a message is cut', () => {
  expect(shown(Buffer.from('x'.repeat(100)), 10, 90)).toBe('x'.repeat(60));
  expect(shown(Buffer.from('abcdef'), 1, 3)).toBe('bc');
});
