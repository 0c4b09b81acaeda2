import { expect, test } from 'vitest';
import { entryBadge, flagBadge, stateBadge } from '../../src/presentation/index.ts';

test.each([
  ['COMPLIANT', '✔ compliant'],
  ['NON-COMPLIANT', '✘ not compliant'],
  ['INCOMPLETE', '… incomplete'],
  ['MISSING', '… missing'],
  ['constructor', '? unknown'],
  ['compliant', '? unknown'],
  ['', '? unknown'],
  [undefined, '? unknown'],
  [null, '? unknown'],
])('the state %j reads %s', (state, words) => {
  const { mark, word } = stateBadge(state);
  expect(`${mark} ${word}`).toBe(words);
});

test.each([
  [true, 'compliant'],
  [false, 'not compliant'],
  [null, 'unknown'],
  [undefined, 'unknown'],
])('what is compliant: %j reads %s', (flag, word) => {
  expect(flagBadge(flag).word).toBe(word);
});

test.each([
  [{ is_compliant: true, status: 'MISSING' }, 'missing'],
  [{ is_compliant: true, status: 'COMPLETE' }, 'compliant'],
  [{ is_compliant: true, overridden_attestation_id: '' }, 'compliant'],
  [{ is_compliant: true, overridden_attestation_id: 'x' }, 'overridden as compliant'],
  [{ is_compliant: false, overridden_attestation_id: 'x' }, 'overridden as not compliant'],
])('the entry %j reads %s', (entry, word) => {
  expect(entryBadge({ attestation_name: 'a', ...entry }).word).toBe(word);
});
