import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePattern } from '../../../src/compliance/policies/pattern.ts';

test.each([
  ['^datadog:.*', 'datadog:agent', true],
  ['^datadog:.*', 'my-datadog:agent', false],
  ['agent$', 'datadog:agent', true],
  ['agent$', 'agents', false],
  ['^(a|bc)+$', 'abca', true],
  ['^(a|bc)+$', 'abcb', false],
  ['^(?:ab){2}$', 'abab', true],
  ['^a{2,3}$', 'a', false],
  ['^a{2,3}$', 'aaaa', false],
  ['^a{2,}$', 'aaaaa', true],
  ['^[a-c]+\\d?$', 'abc7', true],
  ['^[^a-c]$', 'b', false],
  ['^v\\d+\\.\\d+$', 'v1.22', true],
  ['\\bprod\\b', 'my-prod-1', true],
  ['\\bprod\\b', 'production', false],
  ['\\Bro', 'prod', true],
  ['\\Bpr', 'prod', false],
  ['d\\B', 'prod', false],
  ['\\b1', 'a_1', false],
  ['^a*$', 'aa', true],
  ['^a*?$', 'aa', true],
  ['^a+?$', '', false],
  ['^a+?$', 'aa', true],
  ['^a?$', '', true],
  ['^a?$', 'aa', false],
  ['^a??$', 'aa', false],
  ['^a{2}?$', 'aa', true],
  ['^a{2}$', 'aaa', false],
  ['^a{2,}$', 'a', false],
  ['^a{0}$', 'a', false],
  ['^a{1,12}$', 'a'.repeat(12), true],
  ['^[^a]$', '', false],
  ['', 'anything', true],
  ['^$', '', true],
  ['^.$', '😀', true],
  ['a||b', '', true],
])('%s in %j: %s', (pattern, text, expected) => {
  expect(compilePattern(pattern)(text)).toBe(expected);
});

/** Patterns that this language shares with JavaScript's. */
const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\d', '\\.', '\\b', '^', '$');
const { pattern } = fc.letrec<{ pattern: string; item: string; group: string }>((tie) => ({
  pattern: fc
    .array(fc.array(tie('item'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((ways) => ways.map((way) => way.join('')).join('|')),
  item: fc.oneof(
    { depthSize: 'small' },
    atom,
    fc.tuple(tie('group'), fc.constantFrom('', '*', '+', '?', '{2}', '{1,2}', '*?')).map((two) => two.join('')),
  ),
  group: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('a', 'b', '[ab]', '.'),
    tie('pattern').map((inside) => `(${inside})`),
    tie('pattern').map((inside) => `(?:${inside})`),
  ),
}));

test('it says what the engine of JavaScript says', () => {
  fc.assert(
    fc.property(
      pattern.filter((each) => each.length < 60),
      fc.string({ unit: fc.constantFrom('a', 'b', '.', '1', ' '), maxLength: 6 }),
      (source, text) => {
        expect(compilePattern(source)(text)).toBe(new RegExp(source, 'u').test(text));
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  ['(a', /\( without its \)/],
  ['a)', /^has the pattern "a\)", which has a \) without its beginning\.$/],
  ['[a', /cannot go on/],
  ['*a', /cannot go on/],
  ['ab*+cd', /, which cannot go on with \+c at character 4\.$/],
  ['a{3,2}', /repeats from 3 to 2/],
  ['(?=a)', /begins with \(\?/],
  ['(?i)a', /begins with \(\?/],
  ['(a)\\1', /cannot go on/],
  ['\\p{L}', /cannot go on/],
  ['[b-a]', /which is none/],
  ['(a{500}){500}', /repeats too much/],
  ['a{500}b{501}', /repeats too much/],
  ['(?:a{999}){999}', /repeats too much/],
  ['(?:a{999}){0,999}', /repeats too much/],
  ['(?:a{999}){999,}', /repeats too much/],
  ['a'.repeat(501), /^has the pattern "a{80}", which is longer than 500 characters\.$/],
])('%s is refused', (source, fault) => {
  expect(() => compilePattern(source)).toThrow(fault);
});

test.each([
  ['a{500}b{500}', 'a'.repeat(500) + 'b'.repeat(500)],
  ['(?:a{500}){2}', 'a'.repeat(1000)],
  ['a'.repeat(500), 'a'.repeat(500)],
])('%s is just short enough', (source, text) => {
  expect(compilePattern(source)(text)).toBe(true);
  expect(compilePattern(source)(text.slice(1))).toBe(false);
});

test('a fault keeps what the language says of a class', () => {
  expect(() => compilePattern('[b-a]')).toThrow(expect.objectContaining({ cause: expect.any(SyntaxError) }));
});

test('a text too long to be looked through is no match', () => {
  expect(compilePattern('a')('a'.repeat(8193))).toBe(false);
  expect(compilePattern('a')('a'.repeat(8192))).toBe(true);
});
