import type { FailingCase, NameLog } from '../../results/index.ts';
import type { Notes } from '../notes.ts';
import type { FailureLog } from './failing.ts';
import type { OpenCase, OpenSuite } from './open-element.ts';
import { outcomeOf, type Outcome } from './outcome.ts';

/** A failed attempt that a later one may replace. */
interface Attempt {
  readonly outcome: 'failure' | 'error';
  readonly described: FailingCase | undefined;
}

const longestKey = 4096;
/** In UTF-16 units, of all keys of a suite together: past it attempts stay as they are. */
const mostKeys = 8 * 1024 * 1024;

/**
 * Finds the failed attempt that a test case repeats. Two test cases are attempts of one test only if they lie in the same suite element and
 * agree in class name, name, file and line. Also, only a *failed* one can be repeated. So two tests that merely share a name are never
 * joined when the first of them passed, and no failure disappears without a later pass.
 */
export class Retries {
  readonly #failed = new WeakMap<OpenSuite, Map<string, Attempt>>();
  #keys = 0;

  take(suite: OpenSuite, test: OpenCase): Attempt | undefined {
    const attempts = this.#failed.get(suite);
    if (attempts === undefined) return undefined;
    const key = keyOf(test);
    const attempt = attempts.get(key);
    if (attempts.delete(key)) this.#keys -= key.length;
    return attempt;
  }

  remember(suite: OpenSuite, test: OpenCase, outcome: Outcome, described: FailingCase | undefined): void {
    const key = keyOf(test);
    if ((outcome !== 'failure' && outcome !== 'error') || key.length > longestKey || this.#keys > mostKeys) return;
    const attempts = this.#failed.get(suite) ?? new Map<string, Attempt>();
    attempts.set(key, { outcome, described });
    this.#failed.set(suite, attempts);
    this.#keys += key.length;
  }

  forget(suite: OpenSuite): void {
    for (const key of this.#failed.get(suite)?.keys() ?? []) this.#keys -= key.length;
    this.#failed.delete(suite);
  }
}

function keyOf(test: OpenCase): string {
  return [test.classname ?? '', test.name, test.file ?? '', test.line ?? ''].join('\u0000');
}

/** The number is that of the attempts before it that passed. */
interface Attempts {
  test: OpenCase;
  outcome: Outcome;
  earlier: number;
}

/**
 * Finds the attempts of a test in a suite that pytest wrote. pytest-rerunfailures writes each failed attempt as a test case that *passed*,
 * before the one that decides. Where pytest-xdist runs several tests at once, cases of others lie in between. pytest gives no two tests one
 * name, so there, and nowhere else, cases of one key are attempts of one test.
 */
class PytestReruns {
  readonly #attempts = new WeakMap<OpenSuite, Map<string, Attempts>>();
  #keys = 0;

  note(suite: OpenSuite, test: OpenCase, outcome: Outcome): void {
    if (!suite.isPytest) return;
    const key = keyOf(test);
    const tests = this.#attempts.get(suite) ?? new Map<string, Attempts>();
    const known = tests.get(key);
    if (known !== undefined) {
      if (known.outcome === 'passed') known.earlier += 1;
      Object.assign(known, { test, outcome });
    } else if (key.length <= longestKey && this.#keys <= mostKeys) {
      this.#attempts.set(suite, tests.set(key, { test, outcome, earlier: 0 }));
      this.#keys += key.length;
    }
  }

  /** Returns the tests with at least one attempt that passed before the last. */
  end(suite: OpenSuite): readonly Readonly<Attempts>[] {
    const tests = this.#attempts.get(suite) ?? new Map<string, Attempts>();
    for (const key of tests.keys()) this.#keys -= key.length;
    this.#attempts.delete(suite);
    return [...tests.values()].filter(({ earlier }) => earlier > 0);
  }
}

export class Cases {
  readonly #failures: FailureLog;
  readonly #notes: Notes;
  readonly #names: NameLog;
  readonly #retries: Retries | undefined;
  readonly #reruns = new PytestReruns();

  constructor(mergeRetries: 'none' | 'last', failures: FailureLog, notes: Notes, names: NameLog) {
    this.#failures = failures;
    this.#notes = notes;
    this.#names = names;
    this.#retries = mergeRetries === 'last' ? new Retries() : undefined;
  }

  /** Whether the identity of a test case that passed matters. */
  get wantsPassed(): boolean {
    return this.#retries !== undefined || this.#names.withPassed;
  }

  end(suite: OpenSuite): void {
    if (this.#retries === undefined) return;
    this.#retries.forget(suite);
    const { direct } = suite;
    for (const { earlier, outcome, test } of this.#reruns.end(suite)) {
      direct.total -= earlier;
      direct.retried += earlier;
      this.#notes.add('retries-merged', `"${test.name.slice(0, 80)}"`, test.offset);
      const name = this.#failures.nameOf(suite, test);
      if (this.#names.withPassed) this.#names.add('passed', name, outcome === 'passed' ? -1 - earlier : -earlier);
      if (outcome !== 'passed') continue;
      direct.flaky += 1;
      this.#failures.addFlaky(suite, test);
      this.#names.add('warned', name);
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
    const kind = isRed ? 'failed' : isFlaky ? 'warned' : 'passed';
    if (outcome !== 'skipped' && (kind !== 'passed' || this.#names.withPassed)) this.#names.add(kind, this.#failures.nameOf(suite, test));
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
    this.#names.add('failed', this.#failures.nameOf(suite, test), -1);
    this.#notes.add('retries-merged', `"${test.name.slice(0, 80)}"`, test.offset);
    return outcome === 'passed';
  }
}
