import { expect, test } from 'vitest';
import { readCount } from '../../../src/junit/values.ts';

test.each([
  ['0', 0],
  ['7', 7],
  ['007', 7],
  ['999999999999', 999_999_999_999],
  ['+5', 5],
  [' 5 ', 5],
  ['1.5', 2],
  ['1,5', 2],
  ['12,', 12],
  ['12.', 12],
  ['12.25', 13],
  ['.5', 1],
  [',25', 1],
  ['2.0', 2],
  ['2.', 2],
  ['1e3', 1000],
  ['1E+3', 1000],
  ['15e-1', 2],
  ['120e-12', 1],
])('%j counts %d', (text, count) => {
  expect(readCount(text)).toBe(count);
});

test.each([
  ['1,234', 1234],
  ['+12,345', 12_345],
  ['123,234,567', 123_234_567],
  ['1,234.', 1234],
  ['1,234.25', 1235],
  ['1,2345', 2],
  ['1.234', 2],
])('thousands are grouped in %j, which counts %d', (text, count) => {
  expect(readCount(text)).toBe(count);
});

test('what is too much for a count is the most that one can be', () => {
  for (const text of ['1000000000001', '1e12', '2e300', '1,000,000,000,001', '1e9999']) expect(readCount(text)).toBe(1e12);
});

test('what is too little for a number is still something', () => {
  for (const text of ['1e-9999', '0.1E-9999', '10e-9999']) expect(readCount(text)).toBe(1);
  for (const text of ['0e-9999', '0e5', '0.0', '00e11']) expect(readCount(text)).toBe(0);
});

test.each(['٣', '٠', '٩', '१२', '１，234', '𝟎𝟗', '𝟘𝟡', '𝟢', '𝟿', '٣x'])('%j has digits of another script, which are not read', (text) => {
  expect(readCount(text)).toBe('unclear');
});

test.each(["1'234", '1’234', '1 234', '1\u00A0234', '1\u202F234'])('thousands in %j are grouped by no comma, and not read', (text) => {
  expect(readCount(text)).toBe('unclear');
});

test.each([
  '5 tests', 'x5', '5x', '1;5', '1,23x', '1,234x', 'x1,234', '1e5x', 'x1e5', '1e', '1-2', '½', 'Ⅻ', '∞', '-∞', 'inf', '+Inf', 'infinity', 'INFINITY', '&five;', 'a &x; b', '1,,5', '+-5',
])('%j holds a number that cannot be read', (text) => {
  expect(readCount(text)).toBe('unclear');
}); // prettier-ignore

test.each([
  '', ' ', 'NaN', '-1', '- 1', '\u22121', '-.5', '-,5', '-1,234', '- 5 of 3', 'none', 'n/a', '-', '0x', '0 of 0', 'infi', 'xinf', 'info', '&;', '&', '& five;', '& x', '&a', '+', '.', ',',
])('%j stands for no number', (text) => {
  expect(readCount(text)).toBe('none');
}); // prettier-ignore
