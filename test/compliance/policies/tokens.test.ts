import { expect, test } from 'vitest';
import { ConditionFault, tokensOf } from '../../../src/compliance/policies/tokens.ts';

test.each([
  ['not flow.name == "a"', "not ( flow . name == 'a' ) "],
  ['not a and not b', 'not ( a ) and not ( b ) '],
  ['not not a or b', 'not ( not ( a ) ) or b '],
  ['(not a) or b', '( not ( a ) ) or b '],
  ['not (a) == b', 'not ( ( a ) == b ) '],
  ['a in [1, 2]', 'a in [ ( 1 , 2 ) '],
  ['a not in ["x"]', "a not in [ ( 'x' ) "],
  ['flow["tags"]["x"]', "flow [ 'tags' ] [ 'x' ] "],
  ['(flow)["name"]', "( flow ) [ 'name' ] "],
  ['f(not a, b)', 'f ( not ( a ) , b ) '],
  ['flow.tags.not in [flow.and]', 'flow . tags . not in [ ( flow . and ) '],
])('%s is handed on as %s', (text, expected) => {
  expect(
    tokensOf(text)
      .map(({ lexeme }) => lexeme)
      .join(' '),
  ).toBe(expected);
});

test.each([
  [`"it's"`, "it's"],
  [`'a''b''c'`, "a'b'c"],
  [`'say "so" twice'`, 'say "so" twice'],
  [`''`, ''],
  ['"and"', 'and'],
])('%s is the text %j', (text, value) => {
  expect(tokensOf(text)[0]?.value).toBe(value);
});

const faultOf = (text: string): unknown => {
  try {
    return tokensOf(text);
  } catch (error) {
    return error;
  }
};

test.each([
  ['a)]', 'closes with ] what does not begin with it.'],
  ['[1)', 'closes with ) what does not begin with it.'],
  ['flow["x")', 'closes with ) what does not begin with it.'],
  ['(a]', 'closes with ] what does not begin with it.'],
  ['flow.*', 'says *: write a name.'],
  ['a && b', 'says &&: write and.'],
  ['a'.repeat(2001), 'is longer than 2000 characters: take it apart.'],
])('%s is refused: %s', (text, message) => {
  expect(faultOf(text)).toMatchObject({ name: 'ConditionFault', message });
});

test('what has no tokens says why, and keeps the cause', () => {
  const fault = faultOf('a = b');
  expect(fault).toBeInstanceOf(ConditionFault);
  expect(fault).toMatchObject({ message: expect.stringMatching(/^cannot be read: Unexpected symbol/), cause: expect.any(Error) });
});

test('a condition of the greatest length is read', () => {
  expect(tokensOf(`"${'a'.repeat(1998)}"`)).toHaveLength(2);
});
