import type { FailureLog } from './failing.ts';
import type { OpenCase, OpenSuite } from './open-element.ts';
import type { Notes } from '../notes.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { PytestReruns, Retries } from './retries.ts';

/** Counts each test case, when it ends, among those of its own suite. */
export class Cases {
  readonly #failures: FailureLog;
  readonly #notes: Notes;
  readonly #retries: Retries | undefined;
  readonly #reruns = new PytestReruns();

  constructor(mergeRetries: 'none' | 'last', failures: FailureLog, notes: Notes) {
    this.#failures = failures;
    this.#notes = notes;
    this.#retries = mergeRetries === 'last' ? new Retries() : undefined;
  }

  /** Whether the identity of a test case that passed matters. */
  get mergesRetries(): boolean {
    return this.#retries !== undefined;
  }

  /** The suite is over, and all its test cases are counted. */
  end(suite: OpenSuite): void {
    if (this.#retries === undefined) return;
    this.#retries.forget(suite);
    const { direct } = suite;
    for (const { earlier, outcome, test } of this.#reruns.end(suite)) {
      direct.total -= earlier;
      direct.retried += earlier;
      this.#notes.add('retries-merged', `"${test.name.slice(0, 80)}"`, test.offset);
      if (outcome !== 'passed') continue;
      direct.flaky += 1;
      this.#failures.addFlaky(suite, test);
    }
  }

  count(suite: OpenSuite, test: OpenCase): void {
    const { direct } = suite;
    const { signals } = test;
    const outcome = outcomeOf(signals);
    const isRed = outcome === 'failure' || outcome === 'error';
    let isFlaky = signals.flaky > 0 && outcome === 'passed';
    if (this.#retries !== undefined && outcome !== 'skipped') isFlaky = this.#retry(this.#retries, suite, test, outcome) || isFlaky;

    if (this.#retries !== undefined) this.#reruns.note(suite, test, outcome);
    direct.total += 1;
    direct.excused += signals.flaky;
    // node:test counts a todo that fails among the failures of its suite, and still ends green.
    if (signals.todo && (signals.failure || signals.error)) direct.excused += 1;
    if (isFlaky) {
      direct.flaky += 1;
      this.#failures.addFlaky(suite, test);
    }
    if (outcome === 'skipped') direct.skipped += 1;
    if (!isRed) return;
    direct[outcome === 'failure' ? 'failures' : 'errors'] += 1;
    if (!signals.failure && !signals.error) this.#notes.add('status-only', `"${test.name.slice(0, 80)}"`, test.offset);
    const described = this.#failures.add(suite, test.error ?? test.failure, outcome, test);
    this.#retries?.remember(suite, test, outcome, described);
  }

  /** Takes back the failed attempt that this case repeats. Returns whether the test passed at last. */
  #retry(retries: Retries, suite: OpenSuite, test: OpenCase, outcome: Outcome): boolean {
    const attempt = retries.take(suite, test);
    if (attempt === undefined) return false;
    const { direct } = suite;
    direct.total -= 1;
    direct.retried += 1;
    direct.excused += 1;
    direct[attempt.outcome === 'failure' ? 'failures' : 'errors'] -= 1;
    if (attempt.described !== undefined) this.#failures.remove(attempt.described);
    this.#notes.add('retries-merged', `"${test.name.slice(0, 80)}"`, test.offset);
    return outcome === 'passed';
  }
}
