import type { Attributes } from './attributes.ts';
import { type Declared, readDeclared } from './declared.ts';
import type { Detail } from './failing.ts';
import { noSignals, type Outcome, type Signals, statusOf } from './outcome.ts';
import { emptyTally, type Tally } from './tally.ts';

/** A suite, or what stands for one: `<testsuites>` and the file itself may hold test cases that are in no suite. */
export interface SuiteFrame {
  readonly kind: 'suite' | 'suites' | 'file';
  readonly name: string | undefined;
  readonly timestamp: string | undefined;
  readonly declared: Declared;
  /** Place of the tag in the document. */
  readonly offset: number;
  /** Number of rows when the suite began: its own row comes before those of the suites inside. */
  readonly firstRow: number;
  /** The suite's own cases. */
  readonly own: Tally;
  /** The suites inside, settled. */
  readonly inner: Tally;
  /** Nanoseconds by its own `time`, if it has one. */
  readonly time: number | undefined;
  /** Earliest `timestamp` of a test case inside, in Unix seconds; infinite without one. */
  earliest: number;
  hasSuites: boolean;
}

export interface CaseFrame {
  readonly kind: 'case';
  readonly signals: Signals;
  readonly offset: number;
  readonly name: string;
  readonly classname: string | undefined;
  readonly file: string | undefined;
  readonly line: string | undefined;
  /** The first that came of each kind. */
  failure: Detail | undefined;
  error: Detail | undefined;
}

export type Frame = SuiteFrame | CaseFrame;

export interface SuitePlace {
  readonly offset: number;
  readonly firstRow: number;
  readonly time: number | undefined;
}

export function suiteFrame(kind: SuiteFrame['kind'], attributes: Attributes | undefined, place: SuitePlace): SuiteFrame {
  return {
    kind,
    name: nonBlank(attributes?.text('name')),
    timestamp: nonBlank(attributes?.text('timestamp')),
    declared: attributes === undefined ? nothingDeclared : readDeclared(attributes),
    own: emptyTally(),
    inner: emptyTally(),
    earliest: Number.POSITIVE_INFINITY,
    hasSuites: false,
    ...place,
  };
}

const nothingDeclared: Declared = { tests: 0, failures: 0, errors: 0, skipped: 0, hasTests: false, hasRed: false };

export function caseFrame(attributes: Attributes, offset: number): CaseFrame {
  return {
    kind: 'case',
    signals: { ...noSignals(), status: statusIn(attributes) },
    offset,
    name: attributes.text('name') ?? '',
    classname: nonBlank(attributes.text('classname') ?? attributes.text('class')),
    file: nonBlank(attributes.text('file')),
    line: attributes.text('line'),
    failure: undefined,
    error: undefined,
  };
}

/** Stands for every test case that passed without a word. Nothing may be written into it. */
export const plainCase: CaseFrame = {
  kind: 'case',
  signals: noSignals(),
  offset: 0,
  name: '',
  classname: undefined,
  file: undefined,
  line: undefined,
  failure: undefined,
  error: undefined,
};

/** The outcome that the attributes `status` and `result` tell, the worse of the two. */
export function statusIn(attributes: Attributes): Outcome | undefined {
  const status = attributes.text('status');
  const result = attributes.text('result');
  return worse(status === undefined ? undefined : statusOf(status), result === undefined ? undefined : statusOf(result));
}

const severity = ['passed', 'skipped', 'failure', 'error'] as const;

function worse(one: Outcome | undefined, other: Outcome | undefined): Outcome | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return severity.indexOf(one) > severity.indexOf(other) ? one : other;
}

function nonBlank(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
