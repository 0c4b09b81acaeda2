import type { AttributeName, Attributes } from './attributes.ts';
import { emptyTally, type Tally } from './tally.ts';

/** The counts in the attributes of a suite. Elements decide where there are any; see `settle`. */
export interface Declared {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  /** Whether the suite tells its number of tests, and of failures or errors, at all. */
  readonly hasTests: boolean;
  readonly hasRed: boolean;
}

/** What is no whole number is ignored: attributes never block evidence. */
export function readDeclared(attributes: Attributes): Declared {
  const number = (name: AttributeName): number | undefined => whole(attributes.text(name));
  const tests = number('tests');
  const failures = number('failures');
  const errors = number('errors');
  return {
    tests: tests ?? 0,
    failures: failures ?? 0,
    errors: errors ?? 0,
    skipped: (number('skipped') ?? number('skips') ?? number('skip') ?? number('ignored') ?? 0) + (number('disabled') ?? 0),
    hasTests: tests !== undefined,
    hasRed: failures !== undefined || errors !== undefined,
  };
}

function whole(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\d[\d,]{0,14}(?:\.0+)?\s*$/.test(text)) return undefined;
  return Number(text.replaceAll(',', ''));
}

export type Settlement = 'elements' | 'attributes-only' | 'attributes-red' | 'attributes-disagree';

/**
 * Decides between the elements of a suite and its attributes, and brings `own` (the suite's own cases) in line; `inner`
 * are the nested suites, already settled; `time` is what the suite says it took, in nanoseconds. Elements decide, as attributes are often wrong, but for two cases:
 * a suite that tells only a summary, and attributes that say red where the elements say green.
 */
export function settle(declared: Declared, own: Tally, inner: Tally, time: number): Settlement {
  const red = declared.failures + declared.errors;
  const total = own.total + inner.total;
  if (total === 0) {
    if (declared.tests + red + declared.skipped === 0) return 'elements';
    Object.assign(own, fromAttributes(declared), { summaryTime: time });
    return 'attributes-only';
  }
  const ownRed = own.failures + own.errors;
  const elementRed = ownRed + inner.failures + inner.errors;
  // Older Surefire counts flaky tests, which passed in the end, among the failures of the suite.
  const flaky = own.flakyElements + inner.flakyElements;
  if (elementRed === 0 && red > flaky) {
    const skipped = Math.max(own.skipped + inner.skipped, declared.skipped);
    own.failures = declared.failures;
    own.errors = declared.errors;
    own.total += Math.max(0, declared.tests - total, red + skipped - total);
    return 'attributes-red';
  }
  // Some count what lies in the suites inside, some do not; a failure of the suite itself is no test to them.
  const counts = [total, total - own.ofSuites - inner.ofSuites, own.total, own.total - own.ofSuites];
  const testsAgree = !declared.hasTests || counts.includes(declared.tests);
  const redAgrees = !declared.hasRed || red === elementRed || red === ownRed || red === elementRed + flaky;
  return testsAgree && redAgrees ? 'elements' : 'attributes-disagree';
}

export function fromAttributes(declared: Declared): Tally {
  const { tests, failures, errors, skipped } = declared;
  return { ...emptyTally(), failures, errors, skipped, total: Math.max(tests, failures + errors + skipped) };
}
