import { expect, test } from 'vitest';
import { fixesOnce, fixParts } from '../../src/presentation/index.ts';

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
