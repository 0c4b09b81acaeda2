import { cut } from '../text/index.ts';
import { type Declared, fromAttributes, settle } from './declared.ts';
import type { SuiteFrame } from './frame.ts';
import type { Notes } from './notes.ts';
import { addTally, emptyTally, type Tally, timeOf } from './tally.ts';
import { unixSeconds } from './timestamp.ts';

/** A row of one file. `time` in nanoseconds, `timestamp` in Unix seconds. */
export interface Row {
  readonly name: string;
  readonly tally: Tally;
  readonly time: number;
  readonly timestamp: number | undefined;
}

/** Names are kept whole up to here; the longest real ones are 70 kB. */
const longestName = 100_000;
/** Past so much text in the names of one file, names are cut short. */
const mostNameText = 2 * 1024 * 1024;
const shortName = 255;

type RedCounts = Pick<Declared, 'tests' | 'failures' | 'errors'>;

function disagreement(attributes: RedCounts, elements: RedCounts): string {
  const words = ({ tests, failures, errors }: RedCounts): string => `tests ${tests}, failures ${failures}, errors ${errors}`;
  return `attributes: ${words(attributes)}; elements: ${words(elements)}`;
}

/** Makes rows of suites, in document order. */
export class Rows {
  readonly #fileName: string;
  readonly #granularity: 'outermost' | 'leaf';
  readonly #most: number;
  readonly #notes: Notes;
  #rows: Row[] = [];
  #nameText = 0;
  /** Everything in one row, once there are too many. */
  #merged: { tally: Tally; time: number; timestamp: number } | undefined;

  constructor(fileName: string, granularity: 'outermost' | 'leaf', most: number, notes: Notes) {
    this.#fileName = fileName;
    this.#granularity = granularity;
    this.#most = most;
    this.#notes = notes;
  }

  get length(): number {
    return this.#rows.length;
  }

  get isMerged(): boolean {
    return this.#merged !== undefined;
  }

  list(): readonly Row[] {
    if (this.#merged === undefined) return this.#rows;
    const { tally, time, timestamp } = this.#merged;
    return [{ name: this.#fileName, tally, time, timestamp: Number.isFinite(timestamp) ? timestamp : undefined }];
  }

  /** A suite ends. `around` are the frames that it lies in, outermost first. */
  close(suite: SuiteFrame, around: readonly SuiteFrame[]): void {
    const parent = around.at(-1);
    if (parent !== undefined) parent.earliest = Math.min(parent.earliest, suite.earliest);
    if (suite.kind === 'suite') this.#closeSuite(suite, around);
    else this.#closeLoose(suite);
  }

  #closeSuite(suite: SuiteFrame, around: readonly SuiteFrame[]): void {
    const { declared, own, inner } = suite;
    const counted = { tests: own.total + inner.total, failures: own.failures + inner.failures, errors: own.errors + inner.errors };
    const settlement = settle(declared, own, inner, suite.time ?? 0);
    const sum = emptyTally();
    addTally(sum, own);
    addTally(sum, inner);
    sum.suiteTime = suite.time ?? inner.suiteTime;
    if (settlement !== 'elements') {
      this.#notes.add(settlement, disagreement(declared, counted), suite.offset);
    }
    const parent = around.at(-1);
    if (this.#granularity === 'leaf') {
      own.suiteTime = suite.hasSuites ? 0 : sum.suiteTime;
      if (own.total > 0) this.#add(suite, own, around);
    } else if (parent?.kind !== 'suite') {
      this.#add(suite, sum, around);
    }
    if (parent !== undefined) addTally(parent.inner, sum);
  }

  /** Test cases in no suite make a row of their own; a `<testsuites>` with nothing in it is known by its attributes. */
  #closeLoose(suites: SuiteFrame): void {
    const { declared, own, inner } = suites;
    own.suiteTime = suites.hasSuites ? 0 : (suites.time ?? 0);
    if (suites.kind === 'suites' && !suites.hasSuites && own.total === 0) {
      Object.assign(own, fromAttributes(declared), { suiteTime: own.suiteTime });
      if (own.total > 0) this.#notes.add('attributes-only', `<testsuites tests="${declared.tests}">`, suites.offset);
      this.#add(suites, own, []);
      return;
    }
    const isGreen = own.failures + own.errors + inner.failures + inner.errors === 0;
    if (isGreen && declared.failures + declared.errors > own.flakyElements + inner.flakyElements) {
      const detail = `<testsuites failures="${declared.failures}" errors="${declared.errors}">, no suite failed`;
      this.#notes.add('attributes-disagree', detail, suites.offset);
    }
    if (own.total > 0) this.#add(suites, own, []);
  }

  #add(suite: SuiteFrame, tally: Tally, around: readonly SuiteFrame[]): void {
    const row = { name: this.#nameOf(suite), tally, time: timeOf(tally), timestamp: this.#timestampOf(suite, around) };
    if (this.#merged === undefined) {
      this.#rows.splice(suite.firstRow, 0, row);
      if (this.#rows.length <= this.#most) return;
      const rows = this.#rows;
      this.#rows = [];
      this.#merged = { tally: emptyTally(), time: 0, timestamp: Number.POSITIVE_INFINITY };
      for (const each of rows) this.#merge(each);
    } else {
      this.#merge(row);
    }
  }

  #merge(row: Row): void {
    if (this.#merged === undefined) return;
    addTally(this.#merged.tally, row.tally);
    this.#merged.time += row.time;
    this.#merged.timestamp = Math.min(this.#merged.timestamp, row.timestamp ?? Number.POSITIVE_INFINITY);
  }

  #nameOf(suite: SuiteFrame): string {
    if (suite.name === undefined) {
      if (suite.kind === 'suite') this.#notes.add('unnamed-suite', '', suite.offset);
      return this.#fileName;
    }
    const name = cut(suite.name, this.#nameText > mostNameText ? shortName : longestName);
    this.#nameText += name.length;
    if (name !== suite.name) this.#notes.add('name-cut', '', suite.offset);
    return name;
  }

  #timestampOf(suite: SuiteFrame, around: readonly SuiteFrame[]): number | undefined {
    for (const frame of [suite, ...around.toReversed()]) {
      if (frame.timestamp === undefined) continue;
      const seconds = unixSeconds(frame.timestamp);
      if (seconds === undefined) this.#notes.add('bad-timestamp', `timestamp="${cut(frame.timestamp, 40)}"`, frame.offset);
      return seconds;
    }
    return Number.isFinite(suite.earliest) ? suite.earliest : undefined;
  }
}
