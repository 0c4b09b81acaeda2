import { expect, test } from 'vitest';
import { complianceOf } from '../../../src/gate/template.ts';

test.each([
  ['COMPLIANT', 'compliant'],
  ['NON-COMPLIANT', 'non-compliant'],
  ['NON_COMPLIANT', 'non-compliant'],
  ['INCOMPLIANT', 'non-compliant'],
  ['INCOMPLETE', 'incomplete'],
])('the state %s says %s', (state, says) => {
  expect(complianceOf(state)).toBe(says);
});

test.each([
  '',
  ' ',
  'compliant',
  'COMPLIANT ',
  ' COMPLIANT',
  'COMPLIANTLY',
  'NON COMPLIANT',
  'NONCOMPLIANT',
  'incomplete',
  'MISSING',
  'COMPLETE',
  'null',
])('the state %j says nothing that we know', (state) => {
  expect(complianceOf(state)).toBeUndefined();
});
