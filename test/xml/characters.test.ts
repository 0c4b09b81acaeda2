import { describe, expect, test } from 'vitest';
import { characterAt, isInvisible, isOrdinary, lookahead, referenceAt } from '../../src/xml/characters.ts';

describe('a reference', () => {
  const read = (text: string, at = 0, end = Buffer.byteLength(text)): readonly [string, number] => referenceAt(Buffer.from(text), at, end);

  test.each([
    ['&amp;', '&', 5],
    ['&lt;x', '<', 4],
    ['&#65;', 'A', 5],
    ['&#x41;', 'A', 6],
    ['&#X41;', 'A', 6],
    ['&#0000000000000000065;', 'A', 22],
    ['&#x00000000000000041;', 'A', 21],
    ['&#0;', '\0', 4],
    ['&#00;', '\0', 5],
    ['&#128640;', '🚀', 9],
  ])('%s means %j', (text, meant, length) => {
    expect(read(text)).toEqual([meant, length]);
  });

  test.each([
    '&',
    '&amp',
    '& ;',
    '&;',
    '&none;',
    '&#;',
    '&#x;',
    '&#xg;',
    '&&amp;',
    '&#0x41;',
    '&a &lt;',
    '&<&lt;',
    '&a</b>&lt;',
    `&${'a'.repeat(100)};`,
  ])('%s is none', (text) => {
    expect(read(text)).toEqual(['&', 1]);
  });

  test('ends where it may, and no further than is looked ahead', () => {
    expect(read('x&lt;', 1)).toEqual(['<', 4]);
    expect(read('&lt;', 0, 3)).toEqual(['&', 1]);
    const zeros = (length: number): string => `&#${'0'.repeat(length - 5)}65;`;
    expect(read(zeros(lookahead))).toEqual(['A', lookahead]);
    expect(read(zeros(lookahead + 1))).toEqual(['&', 1]);
  });
});

describe('a character of UTF-8', () => {
  const read = (bytes: readonly number[] | string, at = 0, end?: number): readonly [string, number] => {
    const view = Buffer.from(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    return characterAt(view, at, end ?? view.length);
  };

  test.each([
    ['a', 1],
    ['\0', 1],
    ['\u007f', 1],
    ['\u0080', 2],
    ['é', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['€', 3],
    ['\u{10000}', 4],
    ['🚀', 4],
  ])('%j has %i bytes', (character, length) => {
    expect(read(`${character}é`)).toEqual([character, length]);
    expect(read(`x${character}`, 1)).toEqual([character, length]);
  });

  test.each([
    ['a byte that goes on', [0x80, 0x41]],
    ['another one', [0xbf, 0x41]],
    ['a byte that is never there', [0xff, 0x41, 0x41, 0x41]],
    ['a long form', [0xc1, 0x81]],
    ['one without the rest', [0xc3, 0x41]],
    ['one of three without the last', [0xe2, 0x82, 0x41]],
    ['one of four without the last', [0xf0, 0x9f, 0x9a, 0x41]],
    ['half of a pair', [0xed, 0xa0, 0x80]],
  ])('is none for itself: %s', (_what, bytes) => {
    expect(read(bytes)).toEqual(['\ufffd', 1]);
  });

  test('that is cut off is none', () => {
    expect(read('é', 0, 1)).toEqual(['\ufffd', 1]);
    expect(read('xé', 1, 2)).toEqual(['\ufffd', 1]);
    expect(read('€', 0, 2)).toEqual(['\ufffd', 1]);
    expect(read('🚀', 0, 3)).toEqual(['\ufffd', 1]);
    expect(characterAt(Buffer.from(''), 0, 0)).toEqual(['\0', 1]);
  });
});

test('what nobody sees are controls, soft hyphens, and marks without room; white space and escapes are seen', () => {
  const ranges: readonly (readonly [number, number])[] = [
    [0x00, 0x08],
    [0x0b, 0x0c],
    [0x0e, 0x1a],
    [0x1c, 0x1f],
    [0x7f, 0x9f],
    [0xad, 0xad],
    [0x200b, 0x200f],
    [0x202a, 0x202e],
    [0x2060, 0x206f],
    [0xfeff, 0xfeff],
  ];
  const unseen = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
  const found = Array.from({ length: 0x11000 }, (_, code) => code).filter((code) => isInvisible(String.fromCodePoint(code)));
  expect(found).toEqual(unseen);
});

test('ordinary is each byte but markup, and what may begin what nobody sees', () => {
  const others = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => isOrdinary[byte] !== 1);
  expect(others).toEqual([0x00, 0x22, 0x26, 0x27, 0x3c, 0xc2, 0xe2, 0xef]);
});
