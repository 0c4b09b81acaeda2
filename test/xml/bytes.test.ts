import { describe, expect, test } from 'vitest';
import { characterCut, endsName, isSpace, isSpecial, safeCut, startsName } from '../../src/xml/characters.ts';

const bytes = Array.from({ length: 256 }, (_, byte) => byte);
const charactersOf = (table: Uint8Array, value: number): string =>
  bytes
    .filter((byte) => byte < 0x80 && table[byte] === value)
    .map((byte) => String.fromCharCode(byte))
    .join('');

test('names begin with letters, `_`, `:` and what is not ASCII, and end at what XML gives a meaning', () => {
  expect(charactersOf(startsName, 1)).toBe(':ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz');
  expect(bytes.slice(0x80).every((byte) => startsName[byte] === 1 && endsName[byte] === 0)).toBe(true);
  expect(charactersOf(endsName, 1)).toBe('\t\n\r "&\'/<=>');
});

test('plain in a value is printable ASCII but for quotation marks, `<` and `&`', () => {
  expect(charactersOf(isSpecial, 0)).toBe(' !#$%()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~');
  expect(bytes.slice(0x7f).every((byte) => isSpecial[byte] === 1)).toBe(true);
});

test('white space is that of XML', () => {
  expect(bytes.filter((byte) => isSpace(byte))).toEqual([0x09, 0x0a, 0x0d, 0x20]);
  expect(isSpace(undefined)).toBe(false);
});

describe('a cut', () => {
  test('parts no character', () => {
    for (const character of ['é', '€', '“', 'ࠀ', '🚀', '\u{10000}']) {
      const whole = Buffer.from(`a${character}`);
      for (let end = 1; end <= whole.length; end += 1) {
        expect([character, end, characterCut(whole, 0, end)]).toEqual([character, end, end === whole.length ? end : 1]);
      }
    }
    expect(characterCut(Buffer.from('ab'), 0, 2)).toBe(2);
  });

  test('looks at no byte before its start, and is at its end where no character begins near', () => {
    expect(characterCut(Buffer.from('🚀'), 1, 3)).toBe(3);
    expect(characterCut(Buffer.from('🚀'), 0, 0)).toBe(0);
    expect(characterCut(Buffer.from('€'), 0, 2)).toBe(0);
    expect(characterCut(Buffer.from([0xf0, 0x80, 0x80, 0x80, 0x80]), 0, 5)).toBe(5);
    expect(characterCut(Buffer.from([0xe2, 0x41, 0x82]), 0, 3)).toBe(3);
    expect(characterCut(Buffer.from([0xe2, 0x41]), 0, 2)).toBe(2);
  });

  test('parts no reference', () => {
    const safe = (text: string): string => text.slice(0, safeCut(Buffer.from(text), 0, text.length));
    expect(safe('a &')).toBe('a ');
    expect(safe('a &amp')).toBe('a ');
    expect(safe('a &amp;')).toBe('a &amp;');
    expect(safe('a &amp; b')).toBe('a &amp; b');
    expect(safe('&#x0010FFFF')).toBe('');
    expect(safe('&#x000010FFF')).toBe('');
    expect(safe('&#x0000010FFF')).toBe('&#x0000010FFF');
    expect(safeCut(Buffer.from('&a'), 1, 2)).toBe(2);
    expect(safeCut(Buffer.from('a€').subarray(0, 3), 0, 3)).toBe(1);
  });
});
