import type { AttributeName, Attributes } from './attributes.ts';
import { emptyTally, type Tally } from './tally.ts';

/** The counts in the attributes of a suite. Elements decide where there are any; see `settle`. */
export interface Declared {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  /** Whether the suite tells its number of tests at all. */
  readonly hasTests: boolean;
}

/** What is no whole number is ignored: attributes never block evidence. */
export function readDeclared(attributes: Attributes): Declared {
  const number = (name: AttributeName): number | undefined => whole(attributes.text(name));
  const tests = number('tests');
  return {
    tests: tests ?? 0,
    failures: number('failures') ?? 0,
    errors: number('errors') ?? 0,
    skipped: (number('skipped') ?? number('skips') ?? number('skip') ?? number('ignored') ?? 0) + (number('disabled') ?? 0),
    hasTests: tests !== undefined,
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
  const elementRed = own.failures + own.errors + inner.failures + inner.errors;
  const skipped = own.skipped + inner.skipped;
  // Older Surefire counts flaky tests, which passed in the end, among the failures of the suite.
  if (elementRed === 0 && red > 0 && own.flakyElements + inner.flakyElements < red) {
    own.failures = declared.failures;
    own.errors = declared.errors;
    own.total += Math.max(0, declared.tests - total, red + Math.max(skipped, declared.skipped) - total);
    return 'attributes-red';
  }
  const agrees = (!declared.hasTests || declared.tests === total) && (elementRed === red || (red === 0) === (elementRed === 0));
  return agrees ? 'elements' : 'attributes-disagree';
}

export function fromAttributes(declared: Declared): Tally {
  const { tests, failures, errors, skipped } = declared;
  return { ...emptyTally(), failures, errors, skipped, total: Math.max(tests, failures + errors + skipped) };
}
