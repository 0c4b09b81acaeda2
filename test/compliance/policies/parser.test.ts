import { expect, test } from 'vitest';
import { conditionFault, decideCondition } from '../../../src/compliance/policies/condition.ts';

const faultOf = (text: string) => conditionFault({ text });
const context = { artifact: { name: 'till', fingerprint: 'f0'.repeat(32) }, flow: { name: 'shop', tags: {} } };
const decide = (text: string) => decideCondition({ text }, context);
const within = (count: number) => `${'('.repeat(count)}true${')'.repeat(count)}`;
const tooDeep = 'has more than 50 brackets or `not` within each other.';

test('brackets and `not` lie within each other up to 50 deep', () => {
  expect([decide(within(50)), decide(`${'not '.repeat(50)}true`), decide(`(${'not '.repeat(49)}true)`)]).toEqual([true, true, false]);
  expect([faultOf(within(51)), faultOf(`${'not '.repeat(51)}true`), faultOf(`(${'not '.repeat(50)}true)`)]).toEqual([
    tooDeep,
    tooDeep,
    tooDeep,
  ]);
});

test('brackets and `not` one after another are not deep', () => {
  expect(decide(Array.from({ length: 60 }, () => '(not exists(flow.tags["x"]))').join(' and '))).toBe(true);
});

test('a list holds 100 values', () => {
  const list = (count: number) => `flow.name in [${Array.from({ length: count }, () => '"shop"').join(',')}]`;
  expect(decide(list(100))).toBe(true);
  expect(faultOf(list(101))).toBe("cannot be read: Too many parameters supplied: '[' holds 100 at most.");
});

test('a comma may stand behind the last value of a list', () => {
  expect([decide('flow.name in ["shop",]'), decide('flow.name in ["shop"]')]).toEqual([true, true]);
});

test.each([
  ['flow.name not "shop"', "cannot be read: Unexpected symbol: 'not'."],
  ['flow.name is in ["shop"]', "cannot be read: Unexpected symbol: 'is'."],
  ['flow.name not', "cannot be read: Unexpected symbol: 'not'."],
  ['flow.name in ["shop" "till"]', `cannot be read: Unexpected symbol: '"till"'.`],
  ['(flow.name == "shop" "till")', `cannot be read: Unexpected symbol: '"till"'.`],
  ['(flow).name == "shop"', 'reads something by a name that is not written out.'],
  ['exists(flow).name', 'reads something by a name that is not written out.'],
  ['flow.name == ', 'cannot be read: it ends too early.'],
  ['not', 'cannot be read: it ends too early.'],
])('%s is no condition: it %s', (text, message) => {
  expect(faultOf(text)).toBe(message);
});
