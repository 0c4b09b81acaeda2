import { expect, test } from 'vitest';
import { leakOf, secretWarning } from '../../src/results/test-results.ts';
import { classic } from '../text/secrets.ts';

test('what shows a secret is named without its secrets, cut to 200 characters', () => {
  expect(leakOf('case', `uses ${classic} and hunter22`, ['hunter22'])).toEqual({ kind: 'case', name: 'uses *** and ***' });
  expect(leakOf('suite', 'n'.repeat(201), [])).toEqual({ kind: 'suite', name: `${'n'.repeat(199)}…` });
  expect(leakOf('suite', 'n'.repeat(200), [])).toEqual({ kind: 'suite', name: 'n'.repeat(200) });
});

test('a name that was cut within its secret is the name that was not', () => {
  expect(leakOf('case', `uses ${classic.slice(0, 20)}…`, []).name).toBe('uses ***');
  expect(leakOf('case', `uses ${classic}…`, []).name).toBe('uses ***');
  expect(leakOf('case', 'a ***… b', []).name).toBe('a ***… b');
  expect(leakOf('case', 'a **…', []).name).toBe('a **…');
});

test('a warning says where the secret was hidden, in what, and what to do', () => {
  const fix = 'Revoke the secret, and let the test print none: what it printed may stand in logs as well.';
  expect(secretWarning('a.xml', [], 'attachment')).toEqual({
    code: 'secret',
    message: 'a.xml: a secret was found and hidden in what is attached of it',
    file: 'a.xml',
    fix,
  });
  const leaks = [
    { kind: 'case', name: 'a "b"' },
    { kind: 'suite', name: 's' },
  ] as const;
  expect(secretWarning('a.xml', leaks, 'evidence')).toEqual({
    code: 'secret',
    message: 'a.xml: a secret was found and hidden in names and messages, in the test case "a \\"b\\"" and the suite "s"',
    file: 'a.xml',
    fix,
  });
});
