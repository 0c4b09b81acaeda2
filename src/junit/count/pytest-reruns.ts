import type { OpenCase, OpenSuite } from './open-element.ts';
import type { Outcome } from './outcome.ts';
import { keyOf, longestKey, mostKeys } from './retries.ts';

/** The last result of a test, and the number of attempts before it that passed. */
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
export class PytestReruns {
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

  /** The suite is over: returns its tests with at least one attempt that passed before the last. */
  end(suite: OpenSuite): readonly Readonly<Attempts>[] {
    const tests = this.#attempts.get(suite) ?? new Map<string, Attempts>();
    for (const key of tests.keys()) this.#keys -= key.length;
    this.#attempts.delete(suite);
    return [...tests.values()].filter(({ earlier }) => earlier > 0);
  }
}
