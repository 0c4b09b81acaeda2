import { describe, expect, test } from 'vitest';
import { conditionFault, decideCondition, type ConditionContext } from '../../../src/compliance/policies/condition.ts';

const fingerprint = 'f0'.repeat(32);
const context: ConditionContext = {
  artifact: { name: "datadog:agent's", fingerprint },
  flow: { name: 'runner', tags: { 'risk-level': 'high', priority: '2', 'key.with.dots': 'dotted', team: '', and: 'both', not: 'none' } },
};
const { artifact } = context;

const decide = (text: string, facts: ConditionContext = context) => decideCondition({ text }, facts);

test.each([
  ['flow.name == "runner"', true],
  ["flow.name == 'runner'", true],
  ['flow.name == "Runner"', false],
  ['flow.name != "runner"', false],
  ['flow["name"] == "runner"', true],
  [`artifact.fingerprint == "${fingerprint}"`, true],
  [`artifact.name == "datadog:agent's"`, true],
  ["artifact.name == 'datadog:agent''s'", true],
  ['flow.tags.risk-level == "high"', true],
  ['flow.tags.key.with.dots == "dotted"', true],
  ['flow.tags["key.with.dots"] == "dotted"', true],
  ['flow.tags.priority == 2', true],
  ['flow.tags.priority == "2"', true],
  ['flow.tags.priority < 10', true],
  ['flow.tags.priority < "10"', false],
  ['flow.tags.priority <= 2', true],
  ['flow.tags.priority > 1.5', true],
  ['flow.tags.priority >= 3', false],
  ['flow.tags.team == ""', true],
  // The names of tags that are words of the language.
  ['flow.tags.and == "both"', true],
  ['flow.tags.not in ["none"]', true],
  ['(flow.name) == "runner"', true],
  ['not (flow.name) == "saver"', true],
  ['flow.name in [("saver"), "runner"]', true],
  ['flow["tags"]["risk-level"] == "high"', true],
  // A missing value equals nothing, and is not in any list.
  ['flow.tags.absent == "high"', false],
  ['flow.tags.absent == ""', false],
  ['flow.tags.absent == flow.tags.missing', false],
  ['flow.tags.absent != "high"', true],
  ['flow.tags.absent in ["high"]', false],
  ['flow.tags.absent not in ["high"]', true],
  ['exists(flow)', true],
  ['exists(flow.tags)', true],
  ['exists(flow.name)', true],
  ['exists(flow.tags.team)', true],
  ['exists(flow.tags.absent)', false],
  // Properties that every object has are not tags.
  ['exists(flow.tags.constructor)', false],
  ['exists(artifact) and exists(artifact.name) and exists(artifact.fingerprint)', true],
  ['matches(artifact.name, "^datadog:.*")', true],
  ['matches(artifact.name, "agent")', true],
  ['matches(artifact.name, "^agent")', false],
  ['flow.name in ["saver", "runner"]', true],
  ['flow.name not in ["saver", "runner"]', false],
  ['flow.tags.priority in [1, 2]', true],
  ['not flow.name == "saver"', true],
  ['not not flow.name == "saver"', false],
  ['not flow.name == "saver" and flow.name == "nothing"', false],
  ['not (flow.name == "saver" or flow.name == "runner")', false],
  ['not flow.name in ["saver"]', true],
  ['(not exists(flow)) or exists(artifact)', true],
  // `and` binds closer than `or`.
  ['exists(flow) or exists(flow) and not exists(flow)', true],
  ['(exists(flow) or exists(flow)) and not exists(flow)', false],
  ['true', true],
  ['false', false],
])('%s is %s', (text, expected) => {
  expect(conditionFault({ text })).toBeUndefined();
  expect(decide(text)).toBe(expected);
});

test.each([
  ['the order of a text and a number', 'flow.tags.risk-level < 3', context],
  ['what is not so, of an order that nobody can say', 'not flow.tags.risk-level < 3', context],
  ['the order of what is not there', 'flow.tags.absent < 3', context],
  ['whether what is not there matches', 'matches(flow.tags.absent, ".*")', context],
  ['anything of a flow that there is not', 'flow.name == "runner"', { artifact }],
  ['a tag of a flow that there is not', 'flow.tags.team != "x"', { artifact }],
  ['what is said of it behind a `not`', 'not flow.name == "runner"', { artifact }],
])('nobody can decide %s', (_, text, facts) => {
  expect(conditionFault({ text })).toBeUndefined();
  expect(decide(text, facts)).toBeUndefined();
});

test('a condition that asks first whether there is a flow is decided without one', () => {
  expect(decide('exists(flow) and flow.name == "runner"', { artifact })).toBe(false);
  expect(decide('not exists(flow) or flow.name == "runner"', { artifact })).toBe(true);
  expect(decide('exists(flow.name)', { artifact })).toBe(false);
  expect(decide('exists(flow.tags.team)', { artifact })).toBe(false);
  expect(decide('artifact.name == "datadog:agent\'s"', { artifact })).toBe(true);
});

describe('no condition is', () => {
  test.each([
    ['', /empty/],
    ['   ', /empty/],
    ['flow.name', /^is no question of yes or no: The whole must be a comparison/],
    ['"true"', /no question of yes or no/],
    ['1', /no question of yes or no/],
    ['flow.name and artifact.name', /no question of yes or no: Each side of `and` and `or` must be/],
    ['not flow.name', /no question of yes or no: What follows `not` must be/],
    ['flow.name == "a" && flow.name == "b"', /says &&: write and/],
    ['flow.name == "a" || flow.name == "b"', /says \|\|: write or/],
    ['!exists(flow)', /says !: write not/],
    ['flow.tags.* == "a"', /says \*: write a name/],
    ['flow.nam == "a"', /reads flow\.nam: there are flow\.name/],
    ['flow == "a"', /compares something else/],
    ['github.sha == "a"', /cannot be read/],
    ['Flow.name == "a"', /reads Flow\.name/],
    ['artifact.tags.x == "a"', /reads artifact\.tags\.x/],
    ['flow.tags[flow.name] == "a"', /not written out/],
    ['(flow)["name"] == "a"', /not written out/],
    ['flow.name == null', /says null: ask with exists/],
    ['flow.tags.priority == Infinity', /says Infinity/],
    ['flow.tags.priority == NaN', /says NaN/],
    ['flow.name in "abc"', /no list/],
    [`flow.name in [${'1,'.repeat(100)}1]`, /Too many parameters supplied: '\['/],
    ['flow.name == ["a"]', /compares something else/],
    ['flow.name in [flow.name]', /list of something else/],
    ['flow.name in [["a"]]', /list of something else/],
    ['exists("a")', /asks exists\(\) about something else/],
    ['exists([1])', /asks exists\(\) about something else/],
    ['exists(true)', /asks exists\(\) about something else/],
    ['exists()', /cannot be read/],
    ['exists(flow, artifact)', /cannot be read/],
    ['matches(artifact.name, flow.name)', /no pattern in quotes/],
    ['matches(artifact.name, 1)', /no pattern in quotes/],
    ['matches(not true, "a")', /compares something else/],
    ['matches(artifact.name, "(a")', /has the pattern/],
    ['contains(flow.name, "a")', /calls contains\(\): there are exists\(\) and matches\(\)/],
    ['flow.name == "a', /cannot be read/],
    ['flow.name == "a" flow.name', /cannot be read/],
    ['(exists(flow)', /cannot be read/],
    ['exists(flow))', /cannot be read: Unexpected symbol: '\)'/],
    ['exists(flow)]', /closes with \]/],
    ['flow.name in ["a")', /closes with/],
    ['[](flow.name)', /./],
    [`flow.name == "${'a'.repeat(2000)}"`, /longer than 2000/],
  ])('%s', (text, fault) => {
    expect(conditionFault({ text })).toMatch(fault);
    // Deciding by it nevertheless gives no answer.
    expect(decide(text)).toBeUndefined();
  });
});

test('a condition is read once, however often it is asked', () => {
  let reads = 0;
  const condition = {
    get text() {
      reads += 1;
      return 'exists(flow)';
    },
  };
  expect([conditionFault(condition), decideCondition(condition, context), decideCondition(condition, { artifact })]).toEqual([
    undefined,
    true,
    false,
  ]);
  expect(reads).toBe(1);
});

test('what goes wrong otherwise is no fault of the condition', () => {
  const broken = {
    get text(): string {
      throw new RangeError('no more stack');
    },
  };
  expect(() => conditionFault(broken)).toThrow('no more stack');
  expect(() => decideCondition(broken, context)).toThrow('no more stack');
});

test('a condition nested deep is refused or decided, and never ends the service', () => {
  const deep = `${'('.repeat(990)}exists(flow)${')'.repeat(990)}`;
  expect([undefined, true]).toContain(decide(deep));
  expect([undefined, true]).toContain(decide(`${'not '.repeat(490)}exists(flow)`));
  expect(decide(`${'not '.repeat(8)}exists(flow)`)).toBe(true);
});
