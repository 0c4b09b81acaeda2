import { expect, it } from 'vitest';
import { endingOf, exitCodeOf } from '../../src/commands/exit-code.ts';
import type { Judged } from '../../src/commands/index.ts';
import { stoppedBy } from '../../src/commands/stopped.ts';
import { EvidenceError, TransportError, UsageError } from '../../src/errors/index.ts';

const judged: Judged = {
  kind: 'judged',
  command: 'gate',
  question: { subject: 'trail', org: 'acme', flow: 'shop', trail: 'c0ffee', commit: undefined },
  verdict: { name: 'unknown', reasons: [], rows: [], notices: [] },
  fails: true,
  letThrough: undefined,
  evidence: undefined,
  trailUrl: undefined,
  dryRun: false,
  sent: { kind: 'nothing' },
};

it.each([
  ['compliant', 1],
  ['non-compliant', 1],
  ['incomplete', 2],
  ['unknown', 3],
  ['unusable', 4],
] as const)('a run whose verdict is %s ends with %i where it fails, and with 0 where it is let through', (name, code) => {
  const verdict = { ...judged.verdict, name };
  expect(exitCodeOf({ ...judged, fails: true, verdict })).toBe(code);
  expect(exitCodeOf({ ...judged, fails: false, verdict })).toBe(0);
});

it.each([
  [new UsageError('invalid-input', 'wrong'), 'usage', 64],
  [new TransportError('interrupted', 'stopped', { request: '' }), 'interrupted', 130],
  [new TransportError('timeout', 'late', { request: '' }), 'unknown', 3],
  [new EvidenceError('no-tests', 'none'), 'unusable', 4],
  [new RangeError('a fault of ours'), 'unknown', 3],
  ['no error at all', 'unknown', 3],
] as const)('a run that is stopped by %s ends as %s, with %i', (error, ending, code) => {
  const stopped = stoppedBy(error);
  expect([endingOf(stopped), exitCodeOf(stopped)]).toEqual([ending, code]);
  expect(stopped.sent).toEqual({ kind: 'nothing' });
});
