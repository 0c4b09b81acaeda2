import { expect, test } from 'vitest';
import { ElementNames, type ElementName } from '../../src/xml/tokenizer.ts';

const get = (names: ElementNames, text: string, hash: number): ElementName =>
  names.get(Buffer.from(`<${text}>`), 1, 1 + Buffer.byteLength(text), hash);

test.each([
  ['TestSuites', 'TestSuites', 'testsuites'],
  ['TestSuite', 'TestSuite', 'testsuite'],
  ['n:TESTCASE', 'TESTCASE', 'testcase'],
  ['Failure', 'Failure', 'failure'],
  ['ERROR', 'ERROR', 'error'],
  ['Skipped', 'Skipped', 'skipped'],
  ['Disabled', 'Disabled', 'disabled'],
  ['Ignored', 'Ignored', 'ignored'],
  ['flakyfailure', 'flakyfailure', 'flakyFailure'],
  ['FlakyError', 'FlakyError', 'flakyError'],
  ['rerunfailure', 'rerunfailure', 'rerunFailure'],
  ['RerunError', 'RerunError', 'rerunError'],
  ['System-Out', 'System-Out', 'system-out'],
  ['a:b:System-Err', 'System-Err', 'system-err'],
  ['Properties', 'Properties', 'properties'],
  ['Größe', 'Größe', 'Größe'],
  ['n:', '', ''],
])('%s is written %j and known as %j', (qualified, local, known) => {
  const { bytes, ...name } = get(new ElementNames(), qualified, 7);
  expect(name).toEqual({ qualified, local, known });
  expect(Buffer.from(bytes).toString()).toBe(qualified);
});

test('a name is made once, and its bytes are its own', () => {
  const names = new ElementNames();
  const view = Buffer.from('<first>');
  const first = names.get(view, 1, 6, 1);
  view.fill('x');
  expect([first.qualified, Buffer.from(first.bytes).toString()]).toEqual(['first', 'first']);
  expect(get(names, 'first', 1)).toBe(first);
});

test('names of one number are told apart, by their length and by each byte', () => {
  const names = new ElementNames();
  const name = get(names, 'abc', 1);
  for (const other of ['ab', 'abcd', 'xbc', 'axc', 'abx']) expect(get(names, other, 1).qualified).toBe(other);
  expect(get(names, 'abc', 1)).toBe(name);
});

test('of very many names those that came first are kept', () => {
  const names = new ElementNames();
  const made = Array.from({ length: 4098 }, (_, index) => get(names, `n${index}`, index));
  const isKept = made.map((name, index) => get(names, `n${index}`, index) === name);
  expect(isKept.lastIndexOf(true)).toBe(4095);
  expect(isKept.indexOf(false)).toBe(4096);
});
