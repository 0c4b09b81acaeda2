import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExactNumber, mayBeRounded, parseExact } from '../../src/text/index.ts';
import { runs } from '../support/runs.ts';

const again = (text: string): string => JSON.stringify(parseExact(text));

describe('JSON that is read exactly', () => {
  it.each([
    '{"id":9007199254740993}',
    '[12345678901234567890,-12345678901234567891]',
    '0.12345678901234567891',
    '{"a":[{"b":1234567890123456789012345678901234567890}]}',
    '{"rawJSON":"1"}',
    '{"9":9007199254740993,"10":9007199254740992,"__proto__":1}',
  ])('is written again as it was: %s', (text) => {
    expect(again(text)).toBe(text);
  });

  it('holds plain numbers where these say the same', () => {
    expect(parseExact('[9007199254740992,1.50,1e2,100000000000000000000,1.0000000000000000,-0,"9007199254740993"]')).toEqual([
      9007199254740992,
      1.5,
      100,
      1e20,
      1,
      -0,
      '9007199254740993',
    ]);
    expect([isExactNumber(parseExact('9007199254740993')), isExactNumber({ rawJSON: '1' }), isExactNumber(1)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('loses no integer, however large', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (number) => {
        const written = again(String(number));
        // A double is written with an exponent from 21 digits on.
        const [, digits = '', fraction = '', exponent = '0'] = /^(-?\d+)(?:\.(\d+))?(?:e\+(\d+))?$/.exec(written) ?? [];
        expect(`${digits}${fraction}${'0'.repeat(Number(exponent) - fraction.length)}`).toBe(String(number));
      }),
      { numRuns: runs(500) },
    );
  });
});

it.each(Array.from({ length: 18 }, (_, before) => before))('a long number is seen behind %i other characters', (before) => {
  expect(mayBeRounded(`${'a'.repeat(before)}1234567890123456`)).toBe(true);
  expect(mayBeRounded(`${'a'.repeat(before)}123456789012345.1234567890123450`)).toBe(true);
  expect(mayBeRounded(`${'a'.repeat(before)}123456789012345.123456789012345`)).toBe(false);
});
