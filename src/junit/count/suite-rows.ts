import type { FileOptions, SuiteRow } from '../../results/index.ts';
import { cut } from '../../text/index.ts';
import type { Notes } from '../notes.ts';
import { isZeroTime, unixSeconds } from '../values.ts';
import { accuse, addTally, chooseCounts, emptyTally, fromAttributes, moreDeclared, timeOf, type Declared, type Tally } from './declared.ts';
import type { OpenSuite } from './open-element.ts';

export interface CounterOptions extends FileOptions {
  /** Last part of the file's name: it names everything without a name. */
  readonly fileName: string;
  readonly source: string;
}

interface CountedRow extends SuiteRow {
  readonly tally: Tally;
}

/** Names are kept whole up to this length; the longest real ones have 70 kB. */
const longestName = 100_000;
/** When the names of one file have more text than this, they are cut short. */
const mostNameText = 2 * 1024 * 1024;
const shortName = 255;

export class SuiteRows {
  readonly #options: Pick<CounterOptions, 'fileName' | 'granularity' | 'mostRows' | 'source'>;
  readonly #notes: Notes;
  #rows: { readonly offset: number; readonly row: CountedRow }[] = [];
  #nameText = 0;
  /** Holds everything in one row, once there are too many. */
  #merged: { tally: Tally; time: number; timestamp: number } | undefined;

  constructor(options: CounterOptions, notes: Notes) {
    this.#options = options;
    this.#notes = notes;
  }

  get isMerged(): boolean {
    return this.#merged !== undefined;
  }

  list(): readonly SuiteRow[] {
    // A suite ends after the suites inside it, and is listed before them.
    if (this.#merged === undefined) return this.#rows.toSorted((one, other) => one.offset - other.offset).map(({ row }) => row);
    const { tally, time, timestamp } = this.#merged;
    const { fileName: name, source: file } = this.#options;
    return [{ name, file, tally, time, timestamp: Number.isFinite(timestamp) ? timestamp : undefined }];
  }

  /** `parent` is the element that it lies in, if any. */
  close(suite: OpenSuite, parent: OpenSuite | undefined): void {
    if (parent !== undefined) parent.earliest = Math.min(parent.earliest, suite.earliest);
    if (suite.kind === 'suite') this.#closeSuite(suite, parent);
    else this.#closeLoose(suite, parent);
  }

  #closeSuite(suite: OpenSuite, parent: OpenSuite | undefined): void {
    const { declared, direct, inner } = suite;
    const counted = countsOf(direct, inner);
    const choice = chooseCounts(declared, direct, inner, suite.time ?? 0, parent?.declared.skipped);
    const sum = emptyTally();
    addTally(sum, direct);
    addTally(sum, inner);
    sum.suiteTime = suite.time ?? inner.suiteTime;
    // pytest counts its reports: each subtest, and the failed teardown next to the test that passed.
    const isUsual = choice === 'attributes-disagree' && suite.isPytest;
    if (choice !== 'elements' && !isUsual) this.#notes.add(choice, moreDeclared(declared, counted), suite.offset);
    if (this.#options.granularity === 'leaf') {
      direct.suiteTime = suite.hasSuites ? 0 : sum.suiteTime;
      // A failure of a suite is part of its own tests, also where only its attributes show it.
      if (direct.total > 0) this.#add(suite, direct);
    } else if (!suite.isInside) {
      this.#add(suite, sum);
    }
    if (parent !== undefined) addTally(parent.inner, sum);
  }

  /** Test cases in no suite make a row of their own; an empty `<testsuites>` is known by its attributes. */
  #closeLoose(suites: OpenSuite, parent: OpenSuite | undefined): void {
    const { declared, direct, inner } = suites;
    const isHollow = suites.kind === 'suites' && !suites.hasSuites && direct.total === 0;
    const counted = countsOf(direct, inner);
    if (isHollow) Object.assign(direct, fromAttributes(declared));
    if (isHollow && direct.total > 0) this.#notes.add('attributes-only', `<testsuites tests="${declared.tests}">`, suites.offset);
    if (accuse(declared, direct, inner)) this.#notes.add('attributes-red', moreDeclared(declared, counted), suites.offset);
    if (suites.kind === 'suites' && parent !== undefined && parent.kind !== 'file') {
      // Inside another one it adds no row: its content belongs to that one.
      parent.hasSuites ||= suites.hasSuites;
      addTally(parent.direct, direct);
      addTally(parent.inner, inner);
      return;
    }
    direct.suiteTime = suites.hasSuites ? 0 : (suites.time ?? 0);
    if (direct.total > 0 || isHollow) this.#add(suites, direct);
  }

  #add(suite: OpenSuite, tally: Tally): void {
    const row = {
      name: this.#nameOf(suite, tally),
      file: this.#options.source,
      tally,
      time: timeOf(tally),
      timestamp: this.#timestampOf(suite),
    };
    if (this.#merged === undefined) {
      this.#rows.push({ offset: suite.offset, row });
      if (this.#rows.length <= this.#options.mostRows) return;
      const rows = this.#rows;
      this.#rows = [];
      this.#merged = { tally: emptyTally(), time: 0, timestamp: Number.POSITIVE_INFINITY };
      for (const each of rows) this.#merge(each.row);
    } else {
      this.#merge(row);
    }
  }

  #merge(row: CountedRow): void {
    if (this.#merged === undefined) return;
    addTally(this.#merged.tally, row.tally);
    this.#merged.time += row.time;
    this.#merged.timestamp = Math.min(this.#merged.timestamp, row.timestamp ?? Number.POSITIVE_INFINITY);
  }

  #nameOf(suite: OpenSuite, tally: Tally): string {
    if (suite.name === undefined) {
      // A Go package without tests has neither.
      if (suite.kind === 'suite' && tally.total > 0) this.#notes.add('unnamed-suite', '', suite.offset);
      return this.#options.fileName;
    }
    const name = cut(suite.name, this.#nameText > mostNameText ? shortName : longestName);
    this.#nameText += name.length;
    if (name !== suite.name) this.#notes.add('name-cut', '', suite.offset);
    return name;
  }

  #timestampOf({ timestamp, earliest }: OpenSuite): number | undefined {
    if (timestamp === undefined) return Number.isFinite(earliest) ? earliest : undefined;
    const seconds = unixSeconds(timestamp.text);
    if (seconds === undefined && !isZeroTime(timestamp.text))
      this.#notes.add('bad-timestamp', `timestamp="${cut(timestamp.text, 40)}"`, timestamp.offset);
    return seconds;
  }
}

function countsOf(direct: Tally, inner: Tally): Pick<Declared, 'tests' | 'failures' | 'errors' | 'skipped'> {
  return {
    tests: direct.total + inner.total,
    failures: direct.failures + inner.failures,
    errors: direct.errors + inner.errors,
    skipped: direct.skipped + inner.skipped,
  };
}
