import { expect, it } from 'vitest';
import { exitCodeOf } from '../../src/commands/index.ts';

it.each([
  ['compliant', 1],
  ['non-compliant', 1],
  ['incomplete', 2],
  ['unknown', 3],
  ['unusable', 4],
] as const)('a run whose verdict is %s ends with %i where it fails, and with 0 where it is let through', (name, code) => {
  const verdict = { name, reasons: [], rows: [], notices: [] };
  expect(exitCodeOf({ fails: true, verdict })).toBe(code);
  expect(exitCodeOf({ fails: false, verdict })).toBe(0);
});
