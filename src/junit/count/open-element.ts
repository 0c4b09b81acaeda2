import type { Attributes } from '../../xml/index.ts';
import { emptyTally, nothingDeclared, readDeclared, type Declared, type Tally } from './declared.ts';
import { noSignals, statusIn, type Signals } from './outcome.ts';

export interface Detail {
  readonly kind: 'failure' | 'error';
  readonly message: string;
  body: string;
}

/** `<testsuites>` and the file itself may hold test cases that are in no suite. */
export interface OpenSuite {
  readonly kind: 'suite' | 'suites' | 'file';
  readonly name: string | undefined;
  /** Its own, else that of the nearest element around it that has one, with the place of that tag. */
  readonly timestamp: { readonly text: string; readonly offset: number } | undefined;
  readonly declared: Declared;
  /** In the document; the file itself comes before all. */
  readonly offset: number;
  /** It lies in a suite, so its cases belong to the row of that one. */
  readonly isInside: boolean;
  /** pytest wrote it: its own name says so, or that of the list around. */
  readonly isPytest: boolean;
  readonly direct: Tally;
  readonly inner: Tally;
  /** Nanoseconds from its own `time`, if it has one. */
  readonly time: number | undefined;
  /** In Unix seconds; infinite where no test case inside has a `timestamp`. */
  earliest: number;
  hasSuites: boolean;
}

export interface OpenCase {
  readonly kind: 'case';
  readonly signals: Signals;
  readonly offset: number;
  readonly name: string;
  readonly classname: string | undefined;
  readonly file: string | undefined;
  readonly line: string | undefined;
  failure: Detail | undefined;
  error: Detail | undefined;
}

export type OpenElement = OpenSuite | OpenCase;

export function openFile(): OpenSuite {
  return openSuite('file', undefined, undefined, -1, undefined);
}

/** `time` is its own, in nanoseconds; `offset` is the place of its tag. */
export function openSuite(
  kind: OpenSuite['kind'],
  attributes: Attributes | undefined,
  around: OpenSuite | undefined,
  offset: number,
  time: number | undefined,
): OpenSuite {
  const timestamp = nonBlank(attributes?.text('timestamp'));
  const name = nonBlank(attributes?.text('name'));
  return {
    kind,
    name,
    timestamp: timestamp === undefined ? around?.timestamp : { text: timestamp, offset },
    declared: attributes === undefined ? nothingDeclared : readDeclared(attributes),
    offset,
    isInside: around !== undefined && (around.kind === 'suite' || around.isInside),
    isPytest: kind === 'suite' && (name === 'pytest' || around?.name === 'pytest tests'),
    direct: emptyTally(),
    inner: emptyTally(),
    time,
    earliest: Number.POSITIVE_INFINITY,
    hasSuites: false,
  };
}

export function openCase(attributes: Attributes, offset: number): OpenCase {
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

/** Nothing may write to it. */
export const plainCase: OpenCase = {
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

function nonBlank(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
