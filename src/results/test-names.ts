import { cut } from '../text/index.ts';

const kinds = ['failed', 'warned', 'passed'] as const;

/** Foreign text: tests that failed, and those that passed after a failed attempt; all others that ran only where they were asked for. */
export type TestNames = Readonly<Record<(typeof kinds)[number], readonly string[]>>;

/** In UTF-16 units. */
const mostText = 15_000_000;
const longestPart = 1_000;
const between = ' › ';
/** A short name needs memory besides its text. */
const least = 30;

/** It does not depend on other tests, so that a test has one name in every run. */
export function nameOfTest(suite: string, test?: { readonly classname: string | undefined; readonly name: string }): string {
  const { classname = '', name = '' } = test ?? {};
  const parts = [suite, classname === suite ? '' : classname, test !== undefined && name.trim() === '' ? '(no name)' : name];
  return parts.flatMap((part) => (part === '' ? [] : cut(part, longestPart))).join(between);
}

/** Bounded: where there is no room, names of passed tests go first. */
export class NameLog {
  readonly #times = { failed: new Map<string, number>(), warned: new Map<string, number>(), passed: new Map<string, number>() };
  readonly withPassed: boolean;
  #room = mostText;

  constructor(withPassed = false) {
    this.withPassed = withPassed;
  }

  /** A negative number takes as many away. */
  add(kind: keyof TestNames, name: string, times = 1): void {
    const known = this.#times[kind].get(name) ?? 0;
    const more = Math.max(times, -known);
    const size = more * Math.max(least, name.length);
    for (const [passed, count] of kind === 'passed' ? [] : this.#times.passed) {
      if (size <= this.#room) break;
      this.add('passed', passed, -count);
    }
    if (size > this.#room) return;
    this.#room -= size;
    if (known + more === 0) this.#times[kind].delete(name);
    else this.#times[kind].set(name, known + more);
  }

  take(other: NameLog): void {
    for (const kind of kinds) for (const [name, times] of other.#times[kind]) this.add(kind, name, times);
  }

  list(hide = (name: string): string => name): TestNames {
    // A secret that was cut is known by the mark at the end of its part.
    const hidden = (name: string) => hide(name.length < longestPart ? name : name.split(between).map(hide).join(between));
    const of = (kind: keyof TestNames) => [...this.#times[kind]].flatMap(([name, times]) => Array<string>(times).fill(hidden(name)));
    return { failed: of('failed'), warned: of('warned'), passed: of('passed') };
  }
}
