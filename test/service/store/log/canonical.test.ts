import { expect, test } from 'vitest';
import { canonical, sha256 } from '../../../../src/service/store/log/canonical.ts';

test('a value has one text: fields in order, numbers in their shortest form, nothing between', () => {
  expect(canonical({ b: [1e21, -0, 0.1], a: { '\u20ac': 'é"\u0000' } })).toBe('{"a":{"€":"é\\"\\u0000"},"b":[1e+21,0,0.1]}');
});

test('what JSON cannot say has no text', () => {
  for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, '\ud800']) expect(() => canonical(value)).toThrow(Error);
  expect(() => canonical(undefined)).toThrow('There is no JSON for undefined.');
});

test('a hash is SHA-256 in lower-case hexadecimal digits, of text as UTF-8 and of bytes', () => {
  const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect([sha256('abc'), sha256(Buffer.from('abc'))]).toEqual([ofAbc, ofAbc]);
  expect(sha256('é')).toBe(sha256(Buffer.from('é')));
});
