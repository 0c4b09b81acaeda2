export type Outcome = 'passed' | 'skipped' | 'failure' | 'error';

/** What the elements inside one test case, and its attributes `status` and `result`, say about it. */
export interface Signals {
  failure: boolean;
  error: boolean;
  skipped: boolean;
  /** `<skipped type="todo">`: node:test runs such a test, and its failure does not count. */
  todo: boolean;
  /** Number of `flakyFailure` and `flakyError` elements. */
  flaky: number;
  rerun: boolean;
  status: Outcome | undefined;
}

export function noSignals(): Signals {
  return { failure: false, error: false, skipped: false, todo: false, flaky: 0, rerun: false, status: undefined };
}

/** One outcome for one test case: error before failure before skipped before passed, so that nothing hides a failure. */
export function outcomeOf(signals: Signals): Outcome {
  if (signals.todo) return 'skipped';
  if (signals.error) return 'error';
  if (signals.failure) return 'failure';
  // Surefire and nextest write reruns beside the failure; alone they can only mean that no attempt passed.
  if (signals.rerun && signals.flaky === 0) return 'failure';
  if (signals.status === 'failure' || signals.status === 'error') return signals.flaky > 0 ? 'passed' : signals.status;
  return signals.skipped || signals.status === 'skipped' ? 'skipped' : 'passed';
}

/** Reads a `status` or `result` attribute; `undefined` for words that decide nothing, such as `run` and `completed`. */
export function statusOf(text: string): Outcome | undefined {
  return words.get(text.trim().toLowerCase());
}

const words: ReadonlyMap<string, Outcome> = new Map([
  ['disabled', 'skipped'],
  ['notrun', 'skipped'],
  ['not run', 'skipped'],
  ['not_run', 'skipped'],
  ['skip', 'skipped'],
  ['skipped', 'skipped'],
  ['ignored', 'skipped'],
  ['suppressed', 'skipped'],
  ['fail', 'failure'],
  ['failed', 'failure'],
  ['failure', 'failure'],
  ['timeout', 'failure'],
  ['timedout', 'failure'],
  ['error', 'error'],
  ['errored', 'error'],
  ['broken', 'error'],
  ['crashed', 'error'],
  ['aborted', 'error'],
]);
