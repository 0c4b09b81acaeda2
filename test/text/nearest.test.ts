import { expect, test } from 'vitest';
import { didYouMean, nearest } from '../../src/text/index.ts';

test.each([
  ['unit-test', ['unit-tests', 'lint'], 'unit-tests'],
  ['Unit_Tests', ['unit-test', 'unit-tests'], 'unit-tests'],
  ['unittests', ['unit-tests'], 'unit-tests'],
  ['gatee', ['attest', 'gate'], 'gate'],
  ['juint', ['generic', 'junit'], 'junit'],
  ['ogr', ['flow', 'org'], 'org'],
  ['non-complient', ['compliant', 'non-compliant'], 'non-compliant'],
  ['unit-tests', ['app.unit-tests', 'lint'], 'app.unit-tests'],
  ['app.unit-tests', ['unit-tests', 'lint'], 'unit-tests'],
  ['tests', ['lint', 'unit-tests'], 'unit-tests'],
])('%s among %j was meant to be %s', (name, known, meant) => {
  expect(nearest(name, known)).toBe(meant);
});

test.each([
  ['sast', ['test']],
  ['audit', ['unit']],
  ['lint', ['unit']],
  ['api', ['app']],
  ['tests', ['unit-tests', 'smoke-tests']],
  ['node-20', ['node-22']],
  ['unit', ['unit']],
  ['', ['a', '']],
  ['---', ['+++']],
  ['x'.repeat(201), ['x'.repeat(200)]],
  ['x'.repeat(200), ['x'.repeat(201)]],
])('%s is near to none of %j', (name, known) => {
  expect(nearest(name, known)).toBeUndefined();
});

test('the nearest of several is chosen, and of equals the first', () => {
  expect(nearest('unit-tets', ['unit-text', 'unit-tests'])).toBe('unit-tests');
  expect(nearest('gater', ['gates', 'gated'])).toBe('gates');
});

test('an advice begins with it, or with nothing', () => {
  expect(didYouMean('gatee', ['gate'])).toBe('Did you mean gate? ');
  expect(didYouMean('gatee', ['attest'])).toBe('');
});
