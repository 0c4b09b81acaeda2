import { expect, test } from 'vitest';
import { canonical, parseExact } from '../../src/text/index.ts';

test('a value has one text: fields in order, numbers in their shortest form, nothing between', () => {
  expect(canonical({ b: [1e21, -0, 0.1], a: { '\u20ac': 'é"\u0000' } })).toBe('{"a":{"€":"é\\"\\u0000"},"b":[1e+21,0,0.1]}');
});

test('a number that a double would round is written as it came', () => {
  expect(canonical(parseExact('{"b": 10000000000000000001, "a": [1.0]}'))).toBe('{"a":[1],"b":10000000000000000001}');
});

test('what JSON cannot say has no text', () => {
  for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, '\ud800']) expect(() => canonical(value)).toThrow(Error);
  expect(() => canonical(undefined)).toThrow('There is no JSON for undefined.');
});
