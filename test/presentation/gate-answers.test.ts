import { expect, test } from 'vitest';
import { gateSays, gateSentence, stateWords } from '../../src/presentation/verdicts.ts';

const item = (verdict: string, more: object = {}): object => ({ gate: { verdict, ...more } });
const reason = { code: 'failing-elsewhere', message: 'unit is not compliant in the run schedule', fix: 'Fix that run' };

test.each([
  ['another answer comes first', item('non-compliant', { reason }), 'COMPLIANT', 'Not compliant (recorded: COMPLIANT)'],
  ['an answer that is not known is no yes', item('unknown'), 'COMPLIANT', 'Unknown (recorded: COMPLIANT)'],
  ['an answer of a later service is unknown', item('splendid'), 'COMPLIANT', 'Unknown (recorded: COMPLIANT)'],
  ['nothing is said twice', item('non-compliant', { reason }), 'NON-COMPLIANT', 'NON-COMPLIANT'],
  ['without a state the answer stands alone', item('incomplete'), null, 'Incomplete (recorded: no state)'],
  ['other services tell none', {}, 'COMPLIANT', 'COMPLIANT'],
  ['a foreign field is none', { gate: true }, 'COMPLIANT', 'COMPLIANT'],
])('in a list %s', (_, of, state, shown) => {
  expect(stateWords(of, state, state ?? '')).toBe(shown);
});

test('alone, the reason and the fix come with it, or the note that nothing is required', () => {
  expect(gateSentence(item('non-compliant', { reason }), 'COMPLIANT')).toBe(
    'Not compliant. unit is not compliant in the run schedule. Fix: Fix that run',
  );
  expect(gateSentence(item('compliant', { note: 'its flow requires none' }), 'COMPLIANT')).toBe('Compliant. Note: its flow requires none');
  expect(gateSentence({}, 'COMPLIANT')).toBe('');
  expect(gateSays(item('compliant'), 'COMPLIANT')?.differs).toBe(false);
});
