import { expect, test } from 'vitest';
import { isAtStart, oddities } from '../../src/xml/tokenizer.ts';

test.each([
  ['xml version="1.0"', []],
  ["XML version = '1.0' encoding='UTF-8'", []],
  ['xml version="1.1"', ['xml-version']],
  ["xml  encoding='x' version='1.00'", ['xml-version']],
  [`xml version="1.0'`, ['xml-version']],
  ['xml encoding="UTF-8"', []],
  ['xml myversion="1.1"', []],
  ['xml', []],
  ['xmlish version="1.1"', []],
  ['pi xml version="1.1"', []],
  ['xml\nversion\n=\n"2"', ['xml-version']],
])('at the start %j is odd by %j', (text, notes) => {
  expect(oddities(text, true)).toEqual(notes);
});

test('a declaration elsewhere is late, and no other instruction is', () => {
  expect(oddities('xml version="1.0"', false)).toEqual(['late-declaration']);
  expect(oddities('xml version="1.1"', false)).toEqual(['late-declaration', 'xml-version']);
  expect(oddities('pi', false)).toEqual([]);
});

test('only a byte order mark may come before it', () => {
  const marked = Buffer.from('\ufeff<?xml');
  expect(isAtStart(marked, 0)).toBe(true);
  expect(isAtStart(marked, 3)).toBe(true);
  expect(isAtStart(marked, 4)).toBe(false);
  expect(isAtStart(Buffer.from('   <?xml'), 3)).toBe(false);
  expect(isAtStart(Buffer.from('   <?xml'), 0)).toBe(true);
});
