import { expect, test } from 'vitest';
import { localName, nameEnd } from '../../src/masking/markup.ts';

test.each([
  ['testcase', 'testcase'],
  ['TestCase', 'testcase'],
  ['n:Failure', 'failure'],
  ['a:b:C', 'c'],
  [':x', 'x'],
  ['x:', ''],
  ['', ''],
])('the name of %j without its prefix is %j', (qualified, name) => {
  expect(localName(qualified)).toBe(name);
});

test('a name ends where no name goes on, or with what is there', () => {
  const end = (text: string, start = 0): number => nameEnd(Buffer.from(text), start);
  for (const sign of [' ', '\n', '\t', '\r', '/', '>', '=', '"', "'", '<', '&']) expect(end(`<name${sign}x`, 1)).toBe(5);
  expect(end('name')).toBe(4);
  expect(end('n:a-b.cé x')).toBe(9);
  expect(end('>')).toBe(0);
  expect(end('', 0)).toBe(0);
});
