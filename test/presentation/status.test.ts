import { describe, expect, test } from 'vitest';
import type { StatusDecision, StatusMark, StatusWord } from '../../src/gate/index.ts';
import { sharedContextText, statusText } from '../../src/presentation/index.ts';

const mark = (label: string, word: StatusWord, run = '17', key = 'own'): StatusMark => ({
  slot: { key, org: 'acme', flow: 'shop', label, pullRequests: [7], workflow: undefined },
  of: { run, attempt: '1' },
  by: undefined,
  word,
});
const limit = 140;
const ours = 'pull_request #7 › ci.yml › gate';
const theirs = 'push main › nightly.yml › e2e';
const text = (decision: StatusDecision, own = mark(ours, 'yes'), words = 'Compliant'): string =>
  statusText(decision, { mark: own, words }, limit);
const slot = (word: StatusWord, run: string, key = 'other'): StatusDecision['cause'] => ({
  kind: 'slot',
  mark: mark(key === 'own' ? ours : theirs, word, run, key),
  speaker: 'x',
});

test.each<[string, StatusDecision, StatusWord]>([
  [
    'Not compliant: unit has 1 failed test (pull_request #7 › ci.yml › gate: push, or run this job again)',
    { state: 'failure', cause: { kind: 'own' } },
    'no',
  ],
  ['Not compliant: unit has 1 failed test', { state: 'pending', cause: { kind: 'own' } }, 'running'],
  [
    'Not compliant: push main › nightly.yml › e2e says no in run 12: run it again, or push',
    { state: 'failure', cause: slot('no', '12') },
    'yes',
  ],
  [
    'Not compliant: newer run 19 of pull_request #7 › ci.yml › gate says no: run that one again, or push',
    { state: 'failure', cause: slot('no', '19', 'own') },
    'yes',
  ],
  [
    'Not compliant: another step of pull_request #7 › ci.yml › gate said no: push, or run this job again',
    { state: 'failure', cause: slot('no', '17', 'own') },
    'yes',
  ],
  [
    'Not compliant in run 16: pull_request #7 › ci.yml › gate, which is checked again now',
    { state: 'failure', cause: slot('no', '16', 'own') },
    'running',
  ],
  ['Waits for push main › nightly.yml › e2e, run 12', { state: 'pending', cause: slot('running', '12') }, 'yes'],
  ['Waits for push main › nightly.yml › e2e: run 12 needs approval', { state: 'pending', cause: slot('unapproved', '12') }, 'yes'],
  ['Compliant: newer run 19 of pull_request #7 › ci.yml › gate says so', { state: 'success', cause: slot('yes', '19', 'own') }, 'no'],
  ['Compliant: push main › nightly.yml › e2e says so', { state: 'success', cause: slot('yes', '12') }, 'unapproved'],
  [
    'ada set failure in this name by other means: set success there, or push',
    { state: 'failure', cause: { kind: 'account', account: 'ada', state: 'failure' } },
    'yes',
  ],
  [
    'Somebody set error in this name by other means: set success there, or push',
    { state: 'failure', cause: { kind: 'account', account: undefined, state: 'error' } },
    'yes',
  ],
])('%s', (expected, decision, word) => {
  expect(text(decision, mark(ours, word), 'Not compliant: unit has 1 failed test')).toBe(expected);
});

describe('whatever the names are', () => {
  const long = ['x'.repeat(500), '🫖'.repeat(300), `a\n\u001b[31m${'›'.repeat(200)}`, ''];
  const wayOut = /push/;
  test.each(long)('a text has one line of at most 140 characters, and a red one the way out', (name) => {
    const run = '9'.repeat(20);
    for (const key of ['own', 'other'])
      for (const word of ['yes', 'no', 'running', 'awaiting', 'unapproved'] as const)
        for (const state of ['success', 'failure', 'pending'] as const)
          for (const cause of [
            { kind: 'own' },
            { kind: 'slot', mark: mark(name, word, run, key), speaker: 'x' },
            { kind: 'account', account: name, state: 'error' },
          ] as const) {
            const said = text({ state, cause }, mark(name, 'no'), name);
            expect(said.length).toBeLessThanOrEqual(limit);
            expect(said).not.toMatch(/[\n\u001b]/);
            expect(said).toMatch(state === 'failure' ? wayOut : /^/);
          }
  });

  test.each(long)('two flows that share a name are both there, with the way out', (name) => {
    const said = sharedContextText({ org: 'acme', flow: `A${name}` }, { org: 'globex', flow: `B${name}` }, limit);
    expect(said.length).toBeLessThanOrEqual(limit);
    expect(said).toMatch(/^Flows A.* and B.* share this name: give one a status-context, and push$/);
  });
});

test('two flows that share a name are named with their organizations', () => {
  expect(sharedContextText({ org: 'acme', flow: 'shop' }, { org: 'globex', flow: 'shop' }, limit)).toBe(
    'Flows shop of acme and shop of globex share this name: give one a status-context, and push',
  );
});
