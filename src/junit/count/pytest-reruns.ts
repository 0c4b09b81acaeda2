import type { OpenCase, OpenSuite } from './open-element.ts';
import type { Outcome } from './outcome.ts';
import { keyOf, longestKey, mostKeys } from './retries.ts';

/** A test as it came last, and how many attempts that passed came before. */
interface Attempts {
  test: OpenCase;
  outcome: Outcome;
  earlier: number;
}

/**
 * Finds the attempts of a test in a suite that pytest wrote. pytest-rerunfailures writes each attempt that failed as a test
 * case that *passed*, before the one that decides; among the cases of other tests where pytest-xdist runs several at once.
 * pytest gives no two tests one name, so cases of one key are attempts of one test there, and nowhere else.
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

  /** The suite is over: its tests of which one attempt or more passed before the last. */
  end(suite: OpenSuite): readonly Readonly<Attempts>[] {
    const tests = this.#attempts.get(suite) ?? new Map<string, Attempts>();
    for (const key of tests.keys()) this.#keys -= key.length;
    this.#attempts.delete(suite);
    return [...tests.values()].filter(({ earlier }) => earlier > 0);
  }
}
