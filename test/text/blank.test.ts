import { expect, test } from 'vitest';
import { isBlank } from '../../src/text/index.ts';

test.each([
  ['nothing', ''],
  ['white space of every kind', ' \t\r\n\u00A0\u1680\u2003\u2028\u2029\u202F\u205F\u3000\u0085\u000B'],
  ['controls', '\u0000\u0007\u001B\u007F\u009F'],
  ['what has no width', '\u200B\u200C\u200D\u2060\uFEFF\u00AD\u180E'],
  ['turns of the direction of writing', '\u202A\u202E\u2066\u2069\u200E\u061C'],
  ['the blank of Braille', '\u2800'],
  ['the fillers of Hangul', '\u115F\u1160\u3164\uFFA0'],
  ['variants and tags', '\uFE0F\u{E0100}\u{E0041}\u{E007F}'],
  ['marks without a letter', '\u0301\u034F\u{16FE4}'],
  ['blanks of hieroglyphs and of music, and the place of an object', '\u{13441}\u{1D159}\uFFFC'],
  ['half a character', '\uD800'],
])('%s is blank, also with spaces round it', (_, text) => {
  expect([isBlank(text), isBlank(` ${text} ${text}`)]).toEqual([true, true]);
  expect([isBlank(`${text}a`), isBlank(`.${text}`)]).toEqual([false, false]);
});

test.each(['a', '0', '.', '-', 'ж', '漢', 'ﷺ', '👍', '👩‍🚀', '\u2801', 'é', 'नि'])('%s is not', (text) => {
  expect(isBlank(text)).toBe(false);
});
