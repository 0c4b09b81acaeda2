import type { FailingCase } from '../../results/index.ts';
import type { OpenCase, OpenSuite } from './open-element.ts';
import type { Outcome } from './outcome.ts';

/** A failed attempt that a later one may replace. */
interface Attempt {
  readonly outcome: 'failure' | 'error';
  readonly described: FailingCase | undefined;
}

const longestKey = 4096;
/** Longest text of all keys of a suite together, in UTF-16 units: past it attempts stay as they are. */
const mostKeys = 8 * 1024 * 1024;

/**
 * Finds the failed attempt that a test case repeats. Two test cases are attempts of one test only if they lie in the same suite element and
 * agree in class name, name, file and line. Also, only a *failed* one can be repeated. So two tests that merely share a name are never
 * joined when the first of them passed, and no failure disappears without a later pass.
 */
export class Retries {
  readonly #failed = new WeakMap<OpenSuite, Map<string, Attempt>>();
  #keys = 0;

  /** The failed attempt that this case repeats; it is forgotten. */
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

  /** The suite is over. */
  forget(suite: OpenSuite): void {
    for (const key of this.#failed.get(suite)?.keys() ?? []) this.#keys -= key.length;
    this.#failed.delete(suite);
  }
}

/** The key that two attempts of one test have in common. */
function keyOf(test: OpenCase): string {
  return [test.classname ?? '', test.name, test.file ?? '', test.line ?? ''].join('\u0000');
}

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
