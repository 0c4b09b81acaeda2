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

test('what nobody sees are controls, formats, and what is ignored by default; white space and escapes are seen', () => {
  // DerivedCoreProperties.txt of Unicode: Default_Ignorable_Code_Point, as far as it is neither a control nor a format.
  const ignored: readonly (readonly [number, number])[] = [
    [0x34f, 0x34f],
    [0x115f, 0x1160],
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
    [0x2065, 0x2065],
    [0x3164, 0x3164],
    [0xfe00, 0xfe0f],
    [0xffa0, 0xffa0],
    [0xfff0, 0xfff8],
  ];
  const codes = Array.from({ length: 0x11000 }, (_, code) => code);
  const isSeen = new Set([0x09, 0x0a, 0x0d, 0x1b]);
  const unseen = codes.filter(
    (code) =>
      !isSeen.has(code) && (/[\p{Cc}\p{Cf}]/u.test(String.fromCodePoint(code)) || ignored.some(([from, to]) => from <= code && code <= to)),
  );
  expect(codes.filter((code) => isInvisible(String.fromCodePoint(code)))).toEqual(unseen);
  expect([0xad, 0x200b, 0x202e, 0xfeff].every((code) => unseen.includes(code))).toBe(true);
});

test('ordinary is each byte but markup, and what may begin what nobody sees', () => {
  const others = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => isOrdinary[byte] !== 1);
  const begins = new Set<number>();
  for (let code = 0x80; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    if (isInvisible(character)) begins.add(Buffer.from(character)[0] ?? 0);
  }
  expect(others).toEqual([0x00, 0x22, 0x26, 0x27, 0x3c, ...[...begins].toSorted((one, other) => one - other)]);
});
