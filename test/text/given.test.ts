import { expect, expectTypeOf, it } from 'vitest';
import { given, withoutNulls } from '../../src/text/index.ts';

it('leaves out what is undefined, and keeps the rest in its order', () => {
  const fields = given({ b: undefined, a: 1, c: null, d: '', e: false });
  expect(Object.entries(fields)).toEqual([
    ['a', 1],
    ['c', null],
    ['d', ''],
    ['e', false],
  ]);
});

it('makes the fields optional, and never undefined', () => {
  const text: string | undefined = [''].at(1);
  const named: { readonly text?: string } = { ...given({ text }) };
  expect(named).toEqual({});
  expectTypeOf(given({ text })).toEqualTypeOf<{ text?: string }>();
});

it('leaves out what is null, and nothing else', () => {
  expect(Object.entries(withoutNulls({ b: null, a: 0, c: '', d: undefined }))).toEqual([
    ['a', 0],
    ['c', ''],
    ['d', undefined],
  ]);
});
