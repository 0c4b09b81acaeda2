import { expect, test } from 'vitest';
import { failedWords, fixedOnce, fixParts, reasonDetails, runWords } from '../../src/presentation/index.ts';

const fixesOnce = (reasons: Parameters<typeof fixedOnce>[0]): readonly string[] => fixedOnce(reasons).map(({ fix }) => fix);

test('a fix that several reasons share is said once, and then whose it was', () => {
  const reasons = [
    { attestation: 'lint', fix: 'Add the step' },
    { attestation: 'unit', fix: 'Fix the tests' },
    { attestation: 'scan', fix: 'Add the step' },
    { attestation: 'lint', fix: 'Add the step' },
    { artifact: 'image', fix: 'Add the step' },
  ];
  expect(fixesOnce(reasons)).toEqual([
    'Add the step',
    'Fix the tests',
    'The same fix as for lint',
    'The same fix as before',
    'The same fix as for lint',
  ]);
  expect(fixesOnce([{ fix: 'Look' }, { attestation: 'a', fix: 'Look' }])).toEqual(['Look', 'The same fix as before']);
  expect(
    fixesOnce([
      { file: 'a.xml', fix: 'Look' },
      { file: 'b.xml', fix: 'Look' },
    ]),
  ).toEqual(['Look', 'The same fix as for a.xml']);
});

test('a fix that several names share is said once, for those too that another name was meant by', () => {
  const reasons = [
    { attestation: 'unit-test', fix: 'Write unit-tests\n\nOtherwise: Add the step' },
    { attestation: 'unit_tests', fix: 'Write unit-tests here\n\nOtherwise: Add the step' },
    { attestation: 'lint', fix: 'Add the step' },
  ];
  expect(fixesOnce(reasons)).toEqual([
    'Write unit-tests\n\nOtherwise: Add the step',
    'Write unit-tests here\n\nOtherwise: the same fix as for unit-test',
    'The same fix as for unit-test, after "Otherwise"',
  ]);
  expect(fixesOnce(reasons.toReversed())).toEqual([
    'Add the step',
    'Write unit-tests here\n\nOtherwise: the same fix as for lint',
    'Write unit-tests\n\nOtherwise: the same fix as for lint',
  ]);
});

test('a fix is sentences, and YAML: what is indented, an item of a list, or a key alone; a blank line parts two blocks', () => {
  expect(fixParts('Add this:\n\non:\n  push:\n\n- uses: x\n  with:\n    a: b\nOr look\nthere\n\n  key: value')).toEqual([
    { kind: 'text', lines: ['Add this:'] },
    { kind: 'yaml', lines: ['on:', '  push:'] },
    { kind: 'yaml', lines: ['- uses: x', '  with:', '    a: b'] },
    { kind: 'text', lines: ['Or look', 'there'] },
    { kind: 'yaml', lines: ['  key: value'] },
  ]);
});

test.each([
  ['in YAML', '  key: v', 'yaml'],
  ['an item', '- uses: x', 'yaml'],
  ['a key alone', 'on:', 'yaml'],
  ['a key among words', 'on: push', 'text'],
  ['a dash in words', 'this - that', 'text'],
  ['git', '  git push', 'sh'],
  ['echo', '  echo a', 'sh'],
  ['printf', '  printf a', 'sh'],
  ['a subshell', '  (cd a; b)', 'sh'],
  ['git in a sentence', 'git push', 'text'],
])('a line of a fix is told by its form: %s', (_, line, kind) => {
  expect(fixParts(line)).toEqual([{ kind, lines: [line] }]);
});

const names = ['s › a', 's › b'];
test.each([
  [undefined, undefined],
  [{ count: 0, by: 'test', names: [] } as const, undefined],
  [{ count: 1, by: 'cause', names: ['it is cut off'] } as const, undefined],
  [{ count: 2, by: 'cause', names: ['it is cut off', 'it is empty'] } as const, 'Unusable: it is cut off and it is empty'],
  [{ count: 2, by: 'test', names } as const, 'Failed: s › a and s › b'],
  [{ count: 2, by: 'test', names, of: 'leg' } as const, 'Failed in leg: s › a and s › b'],
  [{ count: 9, by: 'test', names } as const, 'Failed: s › a, s › b and 7 more'],
  [{ count: 9, by: 'suite', names: ['s (9)'] } as const, 'Failed in: s (9)'],
  [{ count: 9, by: 'suite', names: ['s (9)'], of: 'leg' } as const, 'Failed in leg: s (9)'],
])('what failed is said by its names: %j', (failed, words) => {
  expect(failedWords(failed === undefined ? {} : { failed })).toBe(words);
});

test('the run that recorded is named, with its page where it has one', () => {
  expect(runWords({})).toBeUndefined();
  expect(runWords({ run: { label: '' } })).toBe('a run that does not say which');
  expect(runWords({ run: { label: 'CI #7' } })).toBe('the run CI #7');
  expect(reasonDetails({})).toEqual([]);
  expect(reasonDetails({ failed: { count: 1, by: 'test', names: ['a'] }, run: { label: 'CI #7' } })).toEqual([
    'Failed: a',
    'Recorded by the run CI #7',
  ]);
  expect(reasonDetails({ run: { label: 'CI #7', url: 'https://e/1' } })).toEqual(['Recorded by the run CI #7: https://e/1']);
});
