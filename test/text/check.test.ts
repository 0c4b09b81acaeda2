import { describe, expect, test } from 'vitest';
import {
  aFlag,
  aMoment,
  anObject,
  aNumber,
  aText,
  aWhole,
  closedShape,
  ifThere,
  listOf,
  mapOf,
  oneOf,
  orNull,
  passes,
  shape,
  onlyIf,
  type Check,
} from '../../src/text/check.ts';

const values = ['a', '', 1, 0, 0.5, -1, true, false, null, undefined, [], ['a'], ['a', 1], {}, { a: 'b' }, { a: 1 }] as const;

test.each<[string, Check<unknown>, readonly unknown[]]>([
  ['a text', aText, ['a', '']],
  ['a number', aNumber, [1, 0, 0.5, -1]],
  ['a whole number', aWhole, [1, 0]],
  ['a flag', aFlag, [true, false]],
  ['an object', anObject, [{}, { a: 'b' }, { a: 1 }]],
  ['a list of texts', listOf(aText), [[], ['a']]],
  ['a map of texts', mapOf(aText, aText), [{}, { a: 'b' }]],
  ['a map with known names', mapOf(oneOf('b'), aText), [{}]],
  ['one of some', oneOf('a', 'b'), ['a']],
  ['a number or null', orNull(aNumber), [1, 0, 0.5, -1, null]],
  ['a number or nothing', ifThere(aNumber), [1, 0, 0.5, -1, undefined]],
  ['a number of which more holds', onlyIf(aNumber, (value) => value > 0, ' is too small'), [1, 0.5]],
])('%s is only what its name says', (_, check, expected) => {
  expect(values.filter((value) => passes(check, value))).toEqual(expected);
});

test.each(['2026-02-28T23:59:59Z', '2028-02-29T00:00:00.123456789Z'])('%s is a moment', (text) => {
  expect(aMoment(text)).toBeUndefined();
});

test.each([
  '2026-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-02-28T24:00:00Z',
  '2026-02-28T23:59:60Z',
  '2026-13-01T00:00:00Z',
  '2026-02-28',
  1,
])('%s is no moment', (value) => {
  expect(aMoment(value)).toMatch(/^ is no moment/);
});

describe('a shape', () => {
  const thing = shape({ name: aText, size: ifThere(aNumber) });

  test.each([{ name: 'a' }, { name: 'a', size: 1 }, { name: 'a', other: true }])('has its fields, and maybe others: %j', (value) => {
    expect(passes(thing, value)).toBe(true);
  });

  test.each([{}, { name: 1 }, { name: 'a', size: '1' }, { size: 1 }, null, undefined, 'name', ['name']])('is not %j', (value) => {
    expect(passes(thing, value)).toBe(false);
  });

  test('that is closed has no others', () => {
    const closed = closedShape({ name: aText, size: ifThere(aNumber) });
    expect(passes(closed, { name: 'a', size: 1 })).toBe(true);
    expect(closed({ name: 'a', other: true })).toBe('["other"] is a name that does not belong here');
    expect(closed(JSON.parse('{"name":"a","__proto__":{}}'))).toBe('["__proto__"] is a name that does not belong here');
    expect(closed({ name: 'a', toString: '' })).toBe('["toString"] is a name that does not belong here');
    expect([closed({}), closed([]), closed(null)]).toEqual(['.name is no text', ' is no object', ' is no object']);
  });

  test('does not take what is inherited for a field', () => {
    expect(shape({ constructor: anObject })(Object.create({ constructor: {} }))).toBe('.constructor is no object');
  });

  test('says where something is wrong, and what', () => {
    const list = listOf(shape({ counts: mapOf(aText, aWhole) }));
    expect(list([{ counts: { a: 1 } }, { counts: { b: -1 } }])).toBe('[1].counts["b"] is no whole number');
    const time = onlyIf(aNumber, (value) => value > 0, ' is no time');
    expect([time('now'), time(0)]).toEqual([' is no number', ' is no time']);
    // JSON has none, and no text could be made of it.
    expect(aNumber(Infinity)).toBe(' is no number');
  });
});
