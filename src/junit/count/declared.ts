import { cut } from '../../text/index.ts';
import { wantedNames, type AttributeName, type Attributes } from '../../xml/index.ts';
import { readCount } from '../values.ts';
import { statusNames, statusOf } from './outcome.ts';

/** Each test case counts once, in `total` and in at most one of the others. Times are in nanoseconds. */
const nothing = {
  total: 0,
  failures: 0,
  errors: 0,
  skipped: 0,
  /** They passed after a failed attempt. */
  flaky: 0,
  /** Attempts that a later one replaced. */
  retried: 0,
  /** Failures of attempts before one that passed, and of todos. Some frameworks count these in a suite's attributes. */
  excused: 0,
  caseTime: 0,
  /** Test cases that have a time. */
  timed: 0,
  /** Time of suites with only a summary: it is added to the cases of others. */
  summaryTime: 0,
  /** The suites' own times: used where no test case has a time. */
  suiteTime: 0,
};

export type Tally = typeof nothing;

const names = Object.keys(nothing).filter((name): name is keyof Tally => name in nothing);

export function emptyTally(): Tally {
  return { ...nothing };
}

export function addTally(sum: Tally, other: Tally): void {
  for (const name of names) sum[name] += other[name];
}

/** Nanoseconds: those of the test cases if one of them has a time, else those of the suites. */
export function timeOf(tally: Tally): number {
  return tally.timed > 0 ? tally.caseTime + tally.summaryTime : tally.suiteTime;
}

/** In the attributes of a suite. If there are elements, they decide; see `chooseCounts`. */
export interface Declared {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  /** An attribute that is red without a number, as it is written: it stands for one failure where no number shows more. */
  readonly sign: string | undefined;
  readonly ignored: readonly string[];
}

export const nothingDeclared: Declared = {
  tests: 0,
  failures: 0,
  errors: 0,
  skipped: 0,
  sign: undefined,
  ignored: [],
};

const redNames = { failures: wantedNames('failures'), errors: wantedNames('errors') };

/** A value that is not a number is ignored and reported: attributes never block evidence. But a possible red is never taken for zero. */
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
    sign,
    ignored: odd.ignored ?? nothingDeclared.ignored,
  };
}

interface Odd {
  /** Made only when needed, because nearly all suites have none. */
  ignored: string[] | undefined;
  sign: string | undefined;
}

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

/** If the attribute appears twice, the larger count. */
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

type Choice = 'elements' | 'attributes-only' | 'attributes-red' | 'attributes-disagree';

/**
 * Decides between the elements of a suite and its attributes, and corrects `own` (the suite's own cases). `inner` are the nested suites,
 * already chosen; `time` is the suite's own time, in nanoseconds; `skippedAround` is the number of skipped tests in the attributes of the
 * element around. Elements decide, because attributes are often wrong, with two exceptions: a suite with only a summary, and red attributes
 * over green elements. Attributes that show less than the elements take nothing away, and honest frameworks write them; attributes that
 * show more disagree.
 */
export function chooseCounts(declared: Declared, direct: Tally, inner: Tally, time: number, skippedAround = 0): Choice {
  const red = declared.failures + declared.errors;
  const total = direct.total + inner.total;
  if (total === 0) {
    if (declared.tests + red + declared.skipped === 0) return 'elements';
    Object.assign(direct, fromAttributes(declared), { summaryTime: time });
    return 'attributes-only';
  }
  if (accuse(declared, direct, inner)) return 'attributes-red';
  const elementRed = direct.failures + direct.errors + inner.failures + inner.errors;
  // Mocha's reporter shows skipped tests only in an attribute, and even that is at the list around.
  const absent = Math.max(0, Math.max(declared.skipped, skippedAround) - direct.skipped - inner.skipped);
  const most = total + direct.retried + inner.retried + absent;
  const tellsMore = declared.tests > most || red > elementRed + direct.excused + inner.excused;
  return tellsMore ? 'attributes-disagree' : 'elements';
}

/**
 * True where the attributes are red, all elements are green, and no excused failure explains it: then `own` takes over the numbers of the
 * attributes. It gets as many more tests as it needs to hold them, because the tests of the suites inside passed.
 */
export function accuse(declared: Declared, direct: Tally, inner: Tally): boolean {
  const red = declared.failures + declared.errors;
  const elementRed = direct.failures + direct.errors + inner.failures + inner.errors;
  if (elementRed > 0 || red <= direct.excused + inner.excused) return false;
  const total = direct.total + inner.total;
  direct.failures = declared.failures;
  direct.errors = declared.errors;
  direct.total = Math.max(direct.total + Math.max(0, declared.tests - total, red + declared.skipped - total), red + direct.skipped);
  return true;
}

export function fromAttributes(declared: Declared): Tally {
  const { tests, failures, errors, skipped } = declared;
  return { ...emptyTally(), failures, errors, skipped, total: Math.max(tests, failures + errors + skipped) };
}

/** A word that stands for a failure is not a number. */
export function moreDeclared(declared: Declared, counted: Pick<Declared, 'tests' | 'failures' | 'errors' | 'skipped'>): string {
  const numbers = (['tests', 'failures', 'errors', 'skipped'] as const)
    .filter((name) => declared[name] > counted[name] && !(name === 'failures' && declared.sign !== undefined))
    .map((name) => `${name}: ${declared[name]} declared, ${counted[name]} counted`);
  return [...(declared.sign === undefined ? [] : [declared.sign]), ...numbers].join('; ');
}
