import { expect, test } from 'vitest';
import type { Template, TemplateEntry } from '../../src/contract/index.ts';
import { together } from '../../src/compliance/index.ts';

const entry = (name: string, type = 'junit'): TemplateEntry => ({ name, type });
const template = (attestations: readonly TemplateEntry[], artifacts: Template['trail']['artifacts'] = []): Template => ({
  version: 1,
  trail: { attestations, artifacts },
});

test('two templates ask together for all that one of them does, each thing once', () => {
  const one = template([entry('unit'), entry('lint', 'generic')], [{ name: 'image', attestations: [entry('scan', 'snyk')] }]);
  const other = template(
    [entry('unit'), entry('review', 'pull_request')],
    [
      { name: 'chart', attestations: [] },
      { name: 'image', attestations: [entry('scan', 'snyk'), entry('sign', 'generic')] },
    ],
  );
  expect(together(one, other)).toEqual(
    template(
      [entry('unit'), entry('lint', 'generic'), entry('review', 'pull_request')],
      [
        { name: 'image', attestations: [entry('scan', 'snyk'), entry('sign', 'generic')] },
        { name: 'chart', attestations: [] },
      ],
    ),
  );
});

test.each([
  ['two types of one name', ['junit', 'generic'], ['junit', 'generic']],
  ['any type, and one', ['*', 'junit'], ['junit']],
  ['one type, and any', ['junit', '*'], ['junit']],
  ['any type twice', ['*', '*'], ['*']],
  ['a decision by its two names', ['decision', 'system:decision'], ['system:decision']],
])('%s', (_, [one = '', other = ''], types) => {
  const asked = together(template([entry('unit', one)]), template([entry('unit', other)]));
  expect(asked.trail.attestations).toEqual(types.map((type) => entry('unit', type)));
});

test('names are asked for one by one, whatever their types', () => {
  const one = template([entry('unit'), entry('slow'), entry('any', '*')]);
  expect(together(one, template([]))).toEqual(one);
});

test('nothing and nothing is nothing', () => {
  expect(together(template([]), template([]))).toEqual(template([]));
});

const mayBeEmpty = (type: string): TemplateEntry => ({ name: 'unit', type, min_tests: 0 });

test.each([
  ['both', mayBeEmpty('junit'), mayBeEmpty('junit'), 0],
  ['one of any type and one of a type', mayBeEmpty('*'), mayBeEmpty('junit'), 0],
  ['only the first', mayBeEmpty('junit'), entry('unit'), undefined],
  ['only the second', entry('unit', '*'), mayBeEmpty('junit'), undefined],
])('a name may be without a test where all that ask for it say so: %s', (_, one, other, least) => {
  expect(together(template([one]), template([other])).trail.attestations).toEqual([
    { name: 'unit', type: 'junit', ...(least === undefined ? {} : { min_tests: least }) },
  ]);
});
