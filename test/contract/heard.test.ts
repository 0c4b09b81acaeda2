import { expect, it } from 'vitest';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { oneOf } from '../../src/contract/schemas/fields.ts';
import { Flag, Text, Texts, Time, Wholes, byName, heard, orNull } from '../../src/contract/schemas/parts.ts';

const given = { name: Text, state: orNull(oneOf('yes', 'no')), flag: Flag, at: Time, texts: Texts, numbers: Wholes, tags: byName(Text) };
const read = heard(given, { name: Text }, ['flag']);

it('a client reads an answer that says less, or says it as another service does', () => {
  expect(Check(read, { name: 'one' })).toBe(true);
  expect(Check(read, { name: 'one', state: null, at: null, texts: null, numbers: null })).toBe(true);
  expect(Check(read, { name: 'one', state: 'perhaps', at: '1.5', tags: 7, flag: 'unread' })).toBe(true);
});

it.each([
  {},
  { name: null },
  { name: 'one', state: 1 },
  { name: 'one', at: true },
  { name: 'one', texts: [1] },
  { name: 'one', numbers: ['1'] },
])('a client refuses what it would misread: %j', (answer) => {
  expect(Check(read, answer)).toBe(false);
});

it('a field that has one value must say how it is read', () => {
  expect(() => heard({ none: Type.Literal(true) }, {})).toThrow(TypeError);
});
