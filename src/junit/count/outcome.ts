import { type Attributes, wantedNames } from '../../xml/index.ts';

export type Outcome = 'passed' | 'skipped' | 'failure' | 'error';

/** From the elements inside the case, and its attributes `status`, `result` and `success`. */
export interface Signals {
  failure: boolean;
  error: boolean;
  skipped: boolean;
  /** `<skipped type="todo">`: node:test runs such a test, and its failure does not count. */
  todo: boolean;
  flaky: number;
  rerun: boolean;
  status: Status | undefined;
}

export function noSignals(): Signals {
  return { failure: false, error: false, skipped: false, todo: false, flaky: 0, rerun: false, status: undefined };
}

/** Error before failure before skipped before passed, so that nothing hides a failure. */
export function outcomeOf(signals: Signals): Outcome {
  if (signals.todo) return 'skipped';
  if (signals.error) return 'error';
  if (signals.failure) return 'failure';
  // Surefire and nextest write reruns next to the failure; alone they can only mean that no attempt passed.
  if (signals.rerun && signals.flaky === 0) return 'failure';
  const isSkipped = signals.skipped || signals.status?.isSkipped === true;
  const red = signals.status?.red;
  // A skipped test has no success either, and a test that was aborted before it ran is written as skipped.
  if (red !== undefined && !(isSkipped && red.unlessSkipped)) return signals.flaky > 0 ? 'passed' : red.outcome;
  return isSkipped ? 'skipped' : 'passed';
}

/** For one word of `status`, `result` or `success`, unless it is "passed". */
interface Word {
  readonly outcome: 'skipped' | 'failure' | 'error';
  /** Red only where nothing shows that the test was skipped. */
  readonly unlessSkipped: boolean;
}

interface Status {
  readonly isSkipped: boolean;
  readonly red: { readonly outcome: 'failure' | 'error'; readonly unlessSkipped: boolean } | undefined;
}

export const statusNames = wantedNames('status', 'result', 'success');

/** `undefined` where they decide nothing. */
export function statusIn(attributes: Attributes): Status | undefined {
  return statusOf(attributes.all(statusNames));
}

/** `undefined` where no word decides anything, as with `run`, `completed`, and unknown words. */
export function statusOf(words: readonly string[]): Status | undefined {
  let isSkipped = false;
  let red: Status['red'];
  for (const text of words) {
    const word = wordOf(text);
    if (word === undefined) continue;
    if (word.outcome === 'skipped') isSkipped = true;
    else if (red === undefined || rank(word) > rank(red)) red = { outcome: word.outcome, unlessSkipped: word.unlessSkipped };
  }
  return isSkipped || red !== undefined ? { isSkipped, red } : undefined;
}

/** The worse word decides: one that is red in any case first, then an error. */
function rank(word: Word): number {
  return (word.unlessSkipped ? 0 : 2) + (word.outcome === 'error' ? 1 : 0);
}

function wordOf(text: string): Word | undefined {
  // Nothing that a DOCTYPE declares is expanded, so such a word may be any.
  if (/&[^\s;&]+;/.test(text)) return { outcome: 'error', unlessSkipped: false };
  // `Timed out`, `TIMED_OUT`, `timed-out` and `timedOut` are one word.
  return vocabulary.get(text.replace(/[\s_-]/g, '').toLowerCase());
}

const meanings: readonly { readonly says: Word; readonly words: readonly string[] }[] = [
  { says: { outcome: 'skipped', unlessSkipped: false }, words: ['disabled', 'notrun', 'skip', 'skipped', 'ignored', 'suppressed'] },
  { says: { outcome: 'failure', unlessSkipped: false }, words: ['fail', 'failed', 'failure', 'timeout', 'timedout'] },
  { says: { outcome: 'error', unlessSkipped: false }, words: ['error', 'errored', 'broken', 'crash', 'crashed', 'killed'] },
  { says: { outcome: 'error', unlessSkipped: true }, words: ['aborted', 'interrupted'] },
  { says: { outcome: 'failure', unlessSkipped: true }, words: ['false'] },
];

const vocabulary: ReadonlyMap<string, Word> = new Map(meanings.flatMap(({ says, words }) => words.map((word) => [word, says])));
