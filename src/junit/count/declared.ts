import { cut } from '../../text/index.ts';
import { type AttributeName, type Attributes, wantedNames } from '../../xml/index.ts';
import { readCount } from '../values/count.ts';
import { statusNames, statusOf } from './outcome.ts';
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
  /** An attribute that is red but tells no number, as it is written: it stands for one failure where no number tells more. */
  readonly sign: string | undefined;
  /** Counts that are no numbers, as they are written: they are ignored. */
  readonly ignored: readonly string[];
}

export const nothingDeclared: Declared = {
  tests: 0,
  failures: 0,
  errors: 0,
  skipped: 0,
  hasTests: false,
  hasRed: false,
  sign: undefined,
  ignored: [],
};

const redNames = { failures: wantedNames('failures'), errors: wantedNames('errors') };

/** What is no number is ignored and told, as attributes never block evidence; but what may be red is never taken for zero. */
export function readDeclared(attributes: Attributes): Declared {
  const odd: Odd = { ignored: undefined, sign: signIn(attributes) };
  const tests = last(attributes, 'tests', odd);
  const failures = worst(attributes, 'failures', odd);
  const errors = worst(attributes, 'errors', odd);
  const skipped =
    last(attributes, 'skipped', odd) ??
    last(attributes, 'skips', odd) ??
    last(attributes, 'skip', odd) ??
    last(attributes, 'ignored', odd) ??
    0;
  const { sign } = odd;
  const isSilent = (failures ?? 0) + (errors ?? 0) === 0;
  return {
    tests: tests ?? 0,
    failures: isSilent && sign !== undefined ? 1 : (failures ?? 0),
    errors: errors ?? 0,
    skipped: skipped + (last(attributes, 'disabled', odd) ?? 0),
    hasTests: tests !== undefined,
    hasRed: failures !== undefined || errors !== undefined || sign !== undefined,
    sign,
    ignored: odd.ignored ?? nothingDeclared.ignored,
  };
}

/** What was met while counts were read. */
interface Odd {
  /** Made when it is needed, as nearly all suites have none. */
  ignored: string[] | undefined;
  sign: string | undefined;
}

/** A word in `status`, `result` or `success` of the suite that says red. */
function signIn(attributes: Attributes): string | undefined {
  const word = attributes.all(statusNames).find((text) => statusOf([text])?.red !== undefined);
  return word === undefined ? undefined : `"${cut(word, 40)}"`;
}

function last(attributes: Attributes, name: AttributeName, odd: Odd): number | undefined {
  const text = attributes.text(name);
  if (text === undefined) return undefined;
  const count = readCount(text);
  if (typeof count === 'number') return count;
  (odd.ignored ??= []).push(`${name}="${cut(text, 40)}"`);
  return undefined;
}

/** Where the attribute stands twice, the larger count. */
function worst(attributes: Attributes, name: keyof typeof redNames, odd: Odd): number | undefined {
  let most: number | undefined;
  for (const text of attributes.all(redNames[name])) {
    const count = readCount(text);
    if (typeof count === 'number') most = Math.max(most ?? 0, count);
    else if (count === 'unclear') odd.sign ??= `${name}="${cut(text, 40)}"`;
    else (odd.ignored ??= []).push(`${name}="${cut(text, 40)}"`);
  }
  return most;
}

export type Settlement = 'elements' | 'attributes-only' | 'attributes-red' | 'attributes-disagree';

/**
 * Decides between the elements of a suite and its attributes, and brings `own` (the suite's own cases) in line; `inner`
 * are the nested suites, already settled; `time` is what the suite says it took, in nanoseconds. Elements decide, as
 * attributes are often wrong, but for two cases: a suite that tells only a summary, and attributes that say red where the
 * elements say green.
 */
export function settle(declared: Declared, own: Tally, inner: Tally, time: number): Settlement {
  const red = declared.failures + declared.errors;
  const total = own.total + inner.total;
  if (total === 0) {
    if (declared.tests + red + declared.skipped === 0) return 'elements';
    Object.assign(own, fromAttributes(declared), { summaryTime: time });
    return 'attributes-only';
  }
  if (accuse(declared, own, inner)) return 'attributes-red';
  const ownRed = own.failures + own.errors;
  const elementRed = ownRed + inner.failures + inner.errors;
  const excused = own.excused + inner.excused;
  // Some count what lies in the suites inside, some do not; a failure of the suite itself is no test to them.
  const retried = own.retried + inner.retried;
  const counts = [total, total - own.ofSuites - inner.ofSuites, own.total, own.total - own.ofSuites, total + retried];
  const testsAgree = !declared.hasTests || counts.includes(declared.tests);
  const redAgrees = !declared.hasRed || red === elementRed || red === ownRed || red === elementRed + excused;
  return testsAgree && redAgrees ? 'elements' : 'attributes-disagree';
}

/**
 * True where the attributes are red, all elements are green, and nothing that was excused explains it: then `own` carries
 * what the attributes tell. It gets as many tests more as it needs to hold them, for those of the suites inside passed.
 */
export function accuse(declared: Declared, own: Tally, inner: Tally): boolean {
  const red = declared.failures + declared.errors;
  const elementRed = own.failures + own.errors + inner.failures + inner.errors;
  if (elementRed > 0 || red <= own.excused + inner.excused) return false;
  const total = own.total + inner.total;
  own.failures = declared.failures;
  own.errors = declared.errors;
  own.total = Math.max(own.total + Math.max(0, declared.tests - total, red + declared.skipped - total), red + own.skipped);
  return true;
}

export function fromAttributes(declared: Declared): Tally {
  const { tests, failures, errors, skipped } = declared;
  return { ...emptyTally(), failures, errors, skipped, total: Math.max(tests, failures + errors + skipped) };
}
