import { expect, test } from 'vitest';
import { readRequired } from '../../src/options/gate.ts';
import { readName } from '../../src/options/values.ts';
import { reading } from '../support/commands.ts';

/** The fix for a name of evidence that is refused. */
function fixFor(name: string, matrix?: string): unknown {
  try {
    return readName(reading({ 'attestation-name': name }, { required: ['attestation-name'] }), 'attestation-name', 'templateName', matrix);
  } catch (error) {
    return Object(error).fix;
  }
}

const rule = 'Use letters, digits, -, _ and commas only';

test('a name with a dot is refused with both ways out, by the key of the matrix where that is known', () => {
  const first =
    'A name of evidence holds no dot. Let all legs of a matrix record under one name, such as unit-tests: each counts by itself.';
  const second = (key: string): string =>
    ` Or give each leg a second value without a dot in \`include:\` of the matrix, as \`- {${key}: '3.11', ${key}-id: '3-11'}\`, and write \`unit-tests-\${{ matrix.${key}-id }}\``;
  expect(fixFor('unit-tests-3.11')).toBe(`${first}${second('<its key>')}. ${rule}`);
  expect(fixFor('unit-tests-3.11', '{"os":"linux","python":"3.11"}')).toBe(`${first}${second('python')}. ${rule}`);
  for (const matrix of ['', 'null', '[3.11]', '{"python":"3.12","a b":"3.11","deep":{"python":"3.11"}}', 'no JSON'])
    expect(fixFor('unit-tests-3.11', matrix)).toContain('<its key>');
});

test('each value with a dot gets a second one, and what stands around it stays', () => {
  const fix = String(fixFor('unit-3.1-ubuntu-22.04-x', '{"os":"ubuntu-22.04","python":3.1}'));
  expect(fix).toContain('such as unit-x: each counts by itself');
  expect(fix).toContain("`- {os: 'ubuntu-22.04', os-id: 'ubuntu-22-04'}` and `- {python: 3.1, python-id: '3-1'}`");
  expect(fix).toContain('write `unit-${{ matrix.python-id }}-${{ matrix.os-id }}-x`');
});

test('a dot that is in no version was meant otherwise', () => {
  expect(fixFor('app.unit')).toBe(`Did you mean app-unit? Evidence unit of the artifact app has target-artifacts: app next to it. ${rule}`);
  expect(fixFor('a.b.c')).toBe(`Did you mean a-b-c? ${rule}`);
});

test('a blank or another sign is no dot', () => {
  expect(fixFor('unit tests')).toBe(`Did you mean unit-tests? ${rule}`);
  expect(fixFor('unit/tests')).toBe(rule);
});

test('a required name with several dots is refused with the same ways out', () => {
  const read = reading({ 'required-attestations': 'unit-tests-3.11.4' });
  expect(() => readRequired(read)).toThrow(expect.objectContaining({ fix: expect.stringContaining("'3.11.4', <its key>-id: '3-11-4'") }));
});
