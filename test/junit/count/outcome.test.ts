import { expect, test } from 'vitest';
import { noSignals, type Outcome, outcomeOf, type Signals, statusIn, statusOf } from '../../../src/junit/count/outcome.ts';
import { attributesOf } from '../attributes.ts';

const of = (signals: Partial<Signals>, ...words: readonly string[]): Outcome =>
  outcomeOf({ ...noSignals(), ...signals, status: statusOf(words) });

test('words stand in any of three attributes', () => {
  for (const name of ['status', 'result', 'success']) {
    expect(statusIn(attributesOf(`${name}="failed"`))).toEqual({ isSkipped: false, red: { outcome: 'failure', unlessSkipped: false } });
  }
  expect(statusIn(attributesOf('status="skipped" result="failed" success="error" type="crash"'))).toEqual({
    isSkipped: true,
    red: { outcome: 'error', unlessSkipped: false },
  });
  expect(statusIn(attributesOf('status="notrun" state="failed"'))).toEqual({ isSkipped: true, red: undefined });
  expect(statusIn(attributesOf('state="failed"'))).toBeUndefined();
});

test('nothing told is a pass', () => {
  expect(of({})).toBe('passed');
  expect(noSignals()).toEqual({ failure: false, error: false, skipped: false, todo: false, flaky: 0, rerun: false, status: undefined });
});

test.each<[Partial<Signals>, Outcome]>([
  [{ error: true, failure: true, skipped: true }, 'error'],
  [{ failure: true, skipped: true }, 'failure'],
  [{ todo: true, skipped: true, error: true }, 'skipped'],
  [{ skipped: true }, 'skipped'],
  [{ rerun: true }, 'failure'],
  [{ rerun: true, skipped: true }, 'failure'],
  [{ rerun: true, flaky: 1 }, 'passed'],
  [{ flaky: 2 }, 'passed'],
  [{ flaky: 1, failure: true }, 'failure'],
  [{ flaky: 1, skipped: true }, 'skipped'],
])('the elements %o come to %s', (signals, outcome) => {
  expect(of(signals)).toBe(outcome);
});

test.each(['disabled', 'notrun', 'Not Run', 'not-run', 'NOT_RUN', 'skip', 'skipped', 'ignored', 'suppressed'])('%s is skipped', (word) => {
  expect(of({}, word)).toBe('skipped');
});

test.each(['fail', 'failed', 'failure', 'timeout', 'timedout', 'Timed Out', 'TIMED_OUT', 'timed-out', ' failed '])(
  '%s is a failure, also of a test that was skipped',
  (word) => {
    expect(of({}, word)).toBe('failure');
    expect(of({ skipped: true }, word)).toBe('failure');
    expect(of({ flaky: 1 }, word)).toBe('passed');
  },
);

test.each(['error', 'errored', 'broken', 'crash', 'crashed', 'killed', '&any;', 'x&any;'])(
  '%s is an error, also of a test that was skipped',
  (word) => {
    expect(of({}, word)).toBe('error');
    expect(of({}, 'skipped', word)).toBe('error');
  },
);

test.each([
  ['aborted', 'error'],
  ['interrupted', 'error'],
  ['false', 'failure'],
] as const)('%s is red, unless the test was skipped', (word, outcome) => {
  expect(of({}, word)).toBe(outcome);
  expect(of({ skipped: true }, word)).toBe('skipped');
  expect(of({}, word, 'notrun')).toBe('skipped');
  expect(of({ flaky: 1 }, word)).toBe('passed');
});

test.each(['run', 'completed', 'Passed', 'true', 'unheard of', '', '254', '& any;', '&;'])('%s decides nothing', (word) => {
  expect(statusOf([word])).toBeUndefined();
  expect(of({ skipped: true }, word)).toBe('skipped');
});

test.each<[readonly string[], Outcome]>([
  [['failed', 'error'], 'error'],
  [['error', 'failed'], 'error'],
  [['aborted', 'failed'], 'failure'],
  [['failed', 'aborted'], 'failure'],
  [['false', 'aborted'], 'error'],
  [['aborted', 'false'], 'error'],
  [['passed', 'failed', 'skipped'], 'failure'],
])('of %o the worst decides', (words, outcome) => {
  expect(of({}, ...words)).toBe(outcome);
});
