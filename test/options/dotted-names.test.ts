import { expect, test } from 'vitest';
import { readName } from '../../src/options/names.ts';
import { reading } from '../support/commands.ts';

/** The fix for a name of evidence that is refused. */
function fixFor(name: string): unknown {
  try {
    return readName(reading({ 'attestation-name': name }, { required: ['attestation-name'] }), 'attestation-name', 'templateName');
  } catch (error) {
    return Object(error).fix;
  }
}

test('a name with a dot is refused with both ways out', () => {
  expect(fixFor('unit-tests-3.11')).toBe(
    "A name holds no dot. Let all legs of a matrix record under one name, such as unit-tests: each counts by itself. Or give each leg a second value without a dot in `include:` of the matrix, as `- {version: '3.11', id: '3-11'}`, and write unit-tests-${{ matrix.id }}. Use letters, digits, -, _ and commas only",
  );
});

test('a blank or another sign is no dot', () => {
  expect(fixFor('unit tests')).toBe('Did you mean unit-tests? Use letters, digits, -, _ and commas only');
  expect(fixFor('unit/tests')).toBe('Use letters, digits, -, _ and commas only');
});
