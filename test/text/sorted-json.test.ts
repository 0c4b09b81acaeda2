import { expect, test } from 'vitest';
import { sortedJson } from '../../src/text/index.ts';

test('is the same for the same value, whichever way its keys are written, at any depth', () => {
  expect(sortedJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
  expect(sortedJson([{ a: 1 }])).not.toBe(sortedJson([[['a', 1]]]));
});

test('leaves out what lies deeper than it may', () => {
  expect(sortedJson({ a: { b: { c: 1 } }, d: [[2]] }, 2)).toBe('{"a":{"b":"…"},"d":["…"]}');
});
