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
  [{ is_compliant: true, overridden_attestation_id: 'x' }, 'compliant (overridden)'],
  [{ is_compliant: false, overridden_attestation_id: 'x' }, 'not compliant (overridden)'],
])('the entry %j reads %s', (entry, word) => {
  expect(entryBadge({ attestation_name: 'a', ...entry }).word).toBe(word);
});

test('a yes that stands because of an override has a colour of its own, and a no is a no whoever says it', () => {
  expect(stateBadge('COMPLIANT', true)).toEqual({ mark: '✔', word: 'compliant (overridden)', tone: 'overridden' });
  expect(stateBadge('NON-COMPLIANT', true)).toEqual({ mark: '✘', word: 'not compliant (overridden)', tone: 'bad' });
  expect(flagBadge(true, true).tone).toBe('overridden');
  expect(flagBadge(true).tone).toBe('good');
  expect(entryBadge({ attestation_name: 'a', status: 'MISSING', overridden_attestation_id: 'x' }).word).toBe('missing');
});
