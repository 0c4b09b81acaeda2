import { expect, test } from 'vitest';
import { conditionFault } from '../../../src/compliance/policies/condition.ts';
import { ConditionFault, tokensOf } from '../../../src/compliance/policies/pattern.ts';

test.each([
  ['not flow.name == "a"', 'name not, name flow, sign ., name name, sign ==, text "a", end '],
  ['a<=-1.5e3', 'name a, sign <=, number -1.5e3, end '],
  [
    'flow["x"] not in [.5, 2.]',
    'name flow, sign [, text "x", sign ], name not, name in, sign [, number .5, sign ,, number 2., sign ], end ',
  ],
  ['\tf ( a-b_c )\n', 'name f, sign (, name a-b_c, sign ), end '],
])('%s is read as %s', (text, expected) => {
  expect(
    tokensOf(text)
      .map(({ kind, lexeme }) => `${kind} ${lexeme}`)
      .join(', '),
  ).toBe(expected);
});

test.each([
  [`"it's"`, "it's"],
  [`'a''b''c'`, "a'b'c"],
  [`'say "so" twice'`, 'say "so" twice'],
  [`''`, ''],
  ['"and"', 'and'],
  [`"''"`, "''"],
  ['2.50', 2.5],
  ['+7', 7],
])('%s is the value %j', (text, value) => {
  expect(tokensOf(text)[0]).toMatchObject({ value });
});

test.each([
  ['flow.*', 'says *: write a name.'],
  ['a && b', 'says &&: write and.'],
  ['a || b', 'says ||: write or.'],
  ['!a', 'says !: write not.'],
  ['a'.repeat(2001), 'is longer than 2000 characters: take it apart.'],
  ['a = b', "cannot be read: Unexpected symbol: '= b'."],
  ['2nd', "cannot be read: Unexpected symbol: '2nd'."],
  ['1.2.3', "cannot be read: Unexpected symbol: '1.2.3'."],
  ['"a', `cannot be read: Unexpected symbol: '"a'.`],
])('%s is refused: %s', (text, message) => {
  expect(() => tokensOf(text)).toThrow(new ConditionFault(message));
});

test.each([
  ['flow.name)]', "cannot be read: Unexpected symbol: ')'."],
  ['[1)', 'closes with ) what does not begin with it.'],
  ['flow["x")', 'closes with ) what does not begin with it.'],
  ['(flow.name]', 'closes with ] what does not begin with it.'],
  ['exists(flow', 'cannot be read: it ends too early.'],
  ['exists(flow,', 'cannot be read: it ends too early.'],
  ['flow. == "a"', "cannot be read: Unexpected symbol: '=='."],
  ['flow.name in []', 'has a list of nothing.'],
  ['exists()', 'cannot be read: exists() takes 1, and was given 0.'],
])('%s is no condition: it %s', (text, message) => {
  expect(conditionFault({ text })).toBe(message);
});

test('a condition of the greatest length is read', () => {
  expect(tokensOf(`"${'a'.repeat(1998)}"`)).toHaveLength(2);
});

test('a long rest that cannot be read is cut', () => {
  expect(() => tokensOf(`"${'a'.repeat(30)}`)).toThrow(new ConditionFault(`cannot be read: Unexpected symbol: '"${'a'.repeat(19)}'.`));
  expect(new ConditionFault('x').name).toBe('ConditionFault');
});

test.each([
  ['"a""b"', ['text "a"', 'text "b"', 'end ']],
  ['-1.5e+3', ['number -1.5e+3', 'end ']],
  ['12.5', ['number 12.5', 'end ']],
  ['.25', ['number .25', 'end ']],
  ['1E-10', ['number 1E-10', 'end ']],
  ['_a1-b', ['name _a1-b', 'end ']],
])('%s is read whole', (text, expected) => {
  expect(tokensOf(text).map(({ kind, lexeme }) => `${kind} ${lexeme}`)).toEqual(expected);
});
