import type { Attributes } from './attributes.ts';
import { nanoseconds } from './duration.ts';
import type { FailingCase, JunitOptions } from './evidence.ts';
import { FailureLog } from './failing.ts';
import { type CaseFrame, caseFrame, type Frame, plainCase, statusIn, type SuiteFrame, suiteFrame } from './frame.ts';
import { Notes } from './notes.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { Retries } from './retries.ts';
import { type Row, Rows } from './rows.ts';
import { unixSeconds } from './timestamp.ts';
import type { XmlEvents, XmlNote } from './xml.ts';

export interface CounterOptions extends Pick<JunitOptions, 'mergeRetries' | 'timeUnit' | 'granularity'> {
  /** Last part of the file's name: what has no name is called by it. */
  readonly fileName: string;
  /** The file as messages name it. */
  readonly source: string;
  /** Above so many rows they become one. */
  readonly mostRows: number;
  /** How many failing cases are described. */
  readonly mostFailing: number;
}

/** Counts the test cases of one file while its elements go by. */
export class Counter implements XmlEvents {
  readonly notes = new Notes();
  readonly #options: CounterOptions;
  readonly #rows: Rows;
  readonly #failures: FailureLog;
  readonly #retries: Retries | undefined;
  /** The frames that are open, the file itself first. */
  readonly #suites: [SuiteFrame, ...SuiteFrame[]] = [suiteFrame('file', undefined, { offset: 0, firstRow: 0, time: undefined })];
  readonly #frames: Frame[] = [];
  /** Depth inside of an element whose content is not counted. */
  #skipped = 0;
  /** `<testsuites>` inside of another or of a suite add nothing. */
  #innerSuites = 0;
  /** Name of the first root element, once its tag is whole. */
  root: string | undefined;
  /** Whether the file holds an element of JUnit at all. */
  isJunit = false;

  constructor(options: CounterOptions) {
    this.#options = options;
    this.#rows = new Rows(options.fileName, options.granularity ?? 'outermost', options.mostRows, this.notes);
    this.#failures = new FailureLog(options.source, options.mostFailing);
    this.#retries = options.mergeRetries === 'last' ? new Retries() : undefined;
  }

  get wantsText(): boolean {
    return this.#failures.wantsText;
  }

  get failing(): readonly FailingCase[] {
    return this.#failures.cases;
  }

  get isMerged(): boolean {
    return this.#rows.isMerged;
  }

  /** The document is over: its rows. */
  finish(): readonly Row[] {
    this.#rows.close(this.#suites[0], []);
    return this.#rows.list();
  }

  open(name: string, attributes: Attributes, offset: number, isEmpty: boolean): void {
    this.root ??= name;
    if (this.#skipped > 0) {
      this.#skipped += 1;
      return;
    }
    switch (name) {
      case 'testcase':
        this.#openCase(attributes, offset, isEmpty);
        break;
      case 'testsuite':
        this.#suite.hasSuites = true;
        this.#openSuite('suite', attributes, offset);
        break;
      case 'testsuites':
        if (this.#frames.length > 0) this.#innerSuites += 1;
        else this.#openSuite('suites', attributes, offset);
        break;
      case 'failure':
      case 'error':
        this.#fail(name, attributes, offset);
        break;
      case 'skipped':
      case 'disabled':
      case 'ignored':
        this.#skip(attributes);
        break;
      case 'flakyFailure':
      case 'flakyError':
      case 'rerunFailure':
      case 'rerunError':
        this.#rerun(name.startsWith('flaky'));
        break;
      case 'system-out':
      case 'system-err':
      case 'properties':
        this.#skipped = 1;
        break;
      default:
    }
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      if (this.#skipped === 0) this.#failures.end();
      return;
    }
    if (name === 'testcase') {
      const frame = this.#frames.pop();
      if (frame?.kind === 'case') this.#closeCase(frame);
    } else if (name === 'testsuite' || (name === 'testsuites' && this.#innerSuites === 0)) {
      this.#frames.pop();
      const suite = this.#suites.pop();
      if (suite !== undefined) {
        this.#rows.close(suite, this.#suites);
        this.#retries?.forget(suite);
      }
    } else if (name === 'testsuites') {
      this.#innerSuites -= 1;
    }
  }

  text(text: string): void {
    this.#failures.text(text);
  }

  note(note: XmlNote, offset: number): void {
    this.notes.add(note, '', offset);
  }

  get #suite(): SuiteFrame {
    return this.#suites.at(-1) ?? this.#suites[0];
  }

  #openSuite(kind: 'suite' | 'suites', attributes: Attributes, offset: number): void {
    this.isJunit = true;
    const time = this.#time(attributes, offset);
    const frame = suiteFrame(kind, attributes, { offset, firstRow: this.#rows.length, time });
    this.#frames.push(frame);
    this.#suites.push(frame);
  }

  #openCase(attributes: Attributes, offset: number, isEmpty: boolean): void {
    this.isJunit = true;
    const suite = this.#suite;
    const time = this.#time(attributes, offset);
    if (time !== undefined) {
      suite.own.caseTime += time;
      suite.own.hasCaseTime = true;
    }
    const timestamp = attributes.text('timestamp');
    if (timestamp !== undefined) suite.earliest = Math.min(suite.earliest, unixSeconds(timestamp) ?? Number.POSITIVE_INFINITY);
    // Most test cases pass without a word: who they are does not matter then.
    const isPlain = isEmpty && this.#retries === undefined && statusIn(attributes) === undefined;
    this.#frames.push(isPlain ? plainCase : caseFrame(attributes, offset));
  }

  #time(attributes: Attributes, offset: number): number | undefined {
    const text = attributes.text('time');
    if (text === undefined) return undefined;
    const time = nanoseconds(text, this.#options.timeUnit);
    if (time === undefined && text.trim() !== '') this.notes.add('bad-time', `time="${text.slice(0, 40)}"`, offset);
    return time;
  }

  #fail(kind: 'failure' | 'error', attributes: Attributes, offset: number): void {
    const frame = this.#frames.at(-1);
    // Outside of JUnit's own elements the name means something else (Checkstyle's <error>).
    if (frame === undefined) return;
    this.#skipped = 1;
    const detail = this.#failures.begin(kind, attributes.text('message') ?? attributes.text('type'));
    if (frame.kind === 'case') {
      frame.signals[kind] = true;
      frame[kind] ??= detail;
      return;
    }
    frame.own.total += 1;
    frame.own.ofSuites += 1;
    frame.own[kind === 'failure' ? 'failures' : 'errors'] += 1;
    this.notes.add(
      'suite-level-failure',
      `<${kind}> in ${frame.name === undefined ? 'an unnamed suite' : frame.name.slice(0, 80)}`,
      offset,
    );
    this.#failures.addAtEnd(frame);
  }

  #skip(attributes: Attributes): void {
    const frame = this.#frames.at(-1);
    if (frame?.kind !== 'case') return;
    this.#skipped = 1;
    frame.signals.skipped = true;
    if (attributes.text('type')?.toLowerCase() === 'todo') frame.signals.todo = true;
  }

  #rerun(isFlaky: boolean): void {
    const frame = this.#frames.at(-1);
    if (frame?.kind !== 'case') return;
    this.#skipped = 1;
    if (isFlaky) frame.signals.flaky += 1;
    else frame.signals.rerun = true;
  }

  #closeCase(test: CaseFrame): void {
    const suite = this.#suite;
    const { own } = suite;
    const { signals } = test;
    const outcome = outcomeOf(signals);
    const isRed = outcome === 'failure' || outcome === 'error';
    let isFlaky = signals.flaky > 0 && outcome === 'passed';
    if (this.#retries !== undefined && outcome !== 'skipped') isFlaky = this.#retry(this.#retries, suite, test, outcome) || isFlaky;

    own.total += 1;
    own.flakyElements += signals.flaky;
    if (isFlaky) own.flaky += 1;
    if (outcome === 'skipped') own.skipped += 1;
    if (!isRed) return;
    own[outcome === 'failure' ? 'failures' : 'errors'] += 1;
    if (!signals.failure && !signals.error) this.notes.add('status-only', `"${test.name.slice(0, 80)}"`, test.offset);
    const detail = outcome === 'error' ? (test.error ?? test.failure) : (test.failure ?? test.error);
    const described = this.#failures.add(suite, detail, outcome, test);
    this.#retries?.remember(suite, test, outcome, described);
  }

  /** Takes back the failed attempt that this case repeats; true if the test passed at last. */
  #retry(retries: Retries, suite: SuiteFrame, test: CaseFrame, outcome: Outcome): boolean {
    const attempt = retries.take(suite, test);
    if (attempt === undefined) return false;
    const { own } = suite;
    own.total -= 1;
    own.retried += 1;
    own[attempt.outcome === 'failure' ? 'failures' : 'errors'] -= 1;
    if (attempt.described !== undefined) this.#failures.remove(attempt.described);
    this.notes.add('retries-merged', `"${test.name.slice(0, 80)}"`, test.offset);
    return outcome === 'passed';
  }
}
