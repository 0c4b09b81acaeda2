import { expect, it } from 'vitest';
import { showChange } from '../../../src/commands/resources/resource-command.ts';
import { showCounted } from '../../../src/commands/results/junit.ts';
import { endingOf, exitCodeOf, type Judged, type Recorded, type Reported, type Viewed } from '../../../src/commands/run/result.ts';
import { stoppedBy } from '../../../src/commands/run/run.ts';
import { EvidenceError, TransportError, UsageError } from '../../../src/errors/index.ts';
import type { TestResults } from '../../../src/results/index.ts';

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

const results: TestResults = {
  rows: [],
  files: [],
  totals: { total: 0, passed: 0, failures: 0, errors: 0, skipped: 0, flaky: 0, retried: 0, duration: 0 },
  suites: [],
  failing: [],
  flaky: [],
  warnings: [],
  secrets: new Map(),
  problems: [],
};
const recorded: Recorded = {
  kind: 'recorded',
  command: 'attest',
  question: { subject: 'trail', org: 'acme', flow: 'shop', trail: 'c0ffee', commit: undefined },
  evidence: {
    name: 'unit',
    of: '',
    sending: { kind: 'dry-run' },
    data: { attestation_name: 'unit', junit_results: [] },
    results,
    git: undefined,
    problems: [],
    attachment: undefined,
  },
  dryRun: false,
  sent: { kind: 'nothing' },
};

const reported: Reported = {
  kind: 'reported',
  command: 'trail begin',
  resource: 'trail',
  name: 't',
  change: 'begun',
  question: { subject: 'trail', org: 'acme', flow: 'shop', trail: 't', commit: undefined },
  data: {},
  dryRun: false,
  sent: { kind: 'nothing' },
};
const answered: Viewed = { kind: 'viewed', command: 'query', ending: 'answered', fails: false, view: { summary: '' }, answer: {} };

it.each([
  ['recorded evidence', recorded, 0],
  ['would have', { ...recorded, dryRun: true }, 0],
  ['counted tests', showCounted(results), 0],
  ['read files that are unusable', showCounted({ ...results, problems: [{ code: 'no-tests', message: 'none' }] }), 4],
  ['changed something', showChange('flow', { name: 'shop', change: 'updated' }), 0],
  ['answered', answered, 0],
  ['reported something', reported, 0],
  ['would have reported something', { ...reported, dryRun: true }, 0],
  ['showed something', { kind: 'shown', parts: ['acme'], json: {} }, 0],
] as const)('a run that %s ends so', (_, result, code) => {
  expect(exitCodeOf(result)).toBe(code);
});

it.each([
  [recorded, 'recorded'],
  [{ ...recorded, dryRun: true }, 'would-record'],
  [reported, 'recorded'],
  [answered, 'answered'],
  [judged, 'unknown'],
] as const)('%j ends in one word', (result, ending) => {
  expect(endingOf(result)).toBe(ending);
});
