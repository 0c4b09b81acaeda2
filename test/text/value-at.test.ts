import { expect, test } from 'vitest';
import { countAt, listAt, stringAt, valueAt } from '../../src/text/index.ts';

const foreign: unknown = JSON.parse(
  '{"a":{"b":["c",{"d":1}],"n":null,"__proto__":{"x":1}},"text":"","many":2,"less":-1,"half":0.5,"huge":1e300}',
);

test('a path of keys leads to the value, and to nothing where it ends early', () => {
  expect(valueAt(foreign)).toBe(foreign);
  expect(valueAt(foreign, 'a', 'b', '1', 'd')).toBe(1);
  expect(valueAt(foreign, 'a', 'n')).toBeNull();
  expect(valueAt(foreign, 'a', 'n', 'more')).toBeUndefined();
  expect(valueAt(foreign, 'text', 'length')).toBeUndefined();
  expect(valueAt(undefined, 'a')).toBeUndefined();
  expect(valueAt(7, 'a')).toBeUndefined();
});

test('what is inherited is not there', () => {
  expect(valueAt({}, 'constructor')).toBeUndefined();
  expect(valueAt({}, 'toString')).toBeUndefined();
  expect(valueAt(Object.create({ a: 1 }), 'a')).toBeUndefined();
  expect(valueAt(foreign, 'a', 'x')).toBeUndefined();
});

test('a value of another type than asked for is not there', () => {
  expect(stringAt(foreign, 'text')).toBe('');
  expect(stringAt(foreign, 'many')).toBeUndefined();
  expect(listAt(foreign, 'a', 'b')).toEqual(['c', { d: 1 }]);
  expect(listAt(foreign, 'a')).toBeUndefined();
  expect(countAt(foreign, 'many')).toBe(2);
  expect(['less', 'half', 'huge', 'text', 'none'].map((key) => countAt(foreign, key))).toEqual(Array(5).fill(undefined));
});
