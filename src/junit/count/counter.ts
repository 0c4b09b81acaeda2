import { NameLog, type CountedFile, type FailingCase, type FlakyCase, type SuiteRow } from '../../results/index.ts';
import { Source, Tokenizer, XmlFault, lessThan } from '../../xml/index.ts';
import type { Attributes, Reader, Window, XmlEvents, XmlNote } from '../../xml/index.ts';
import { Notes, type Note } from '../notes.ts';
import { nanoseconds, unixSeconds } from '../values.ts';
import { Cases } from './cases.ts';
import { FailureLog } from './failing.ts';
import { openCase, openFile, openSuite, plainCase, type OpenElement, type OpenSuite } from './open-element.ts';
import { statusIn } from './outcome.ts';
import { SuiteRows, type CounterOptions } from './suite-rows.ts';

class Counter implements XmlEvents {
  readonly notes = new Notes();
  readonly names: NameLog;
  readonly #options: CounterOptions;
  readonly #rows: SuiteRows;
  readonly #failures: FailureLog;
  readonly #cases: Cases;
  /** The frames that are open, the file itself first. */
  readonly #suites: [OpenSuite, ...OpenSuite[]] = [openFile()];
  readonly #elements: OpenElement[] = [];
  /** Depth inside of an element that holds no test cases. */
  #skipped = 0;
  /** The depth at which foreign text began (output, the body of a failure), where no element has a meaning; 0 outside. */
  #deaf = 0;
  /** As written, once its tag is whole. */
  root: string | undefined;
  isJunit = false;
  /** Whether it holds one in another case (`<TestCase>`), as some other formats do. */
  isLikeJunit = false;

  constructor(options: CounterOptions) {
    this.#options = options;
    this.names = new NameLog(options.withPassedNames);
    this.#rows = new SuiteRows(options, this.notes);
    this.#failures = new FailureLog(options.source, options.mostFailing);
    this.#cases = new Cases(options.mergeRetries ?? 'none', this.#failures, this.notes, this.names);
  }

  get wantsText(): boolean {
    return this.#failures.wantsText;
  }

  get failing(): readonly FailingCase[] {
    return this.#failures.cases;
  }

  get flaky(): readonly FlakyCase[] {
    return this.#failures.flaky;
  }

  get isMerged(): boolean {
    return this.#rows.isMerged;
  }

  finish(): readonly SuiteRow[] {
    this.#rows.close(this.#suites[0], undefined);
    return this.#rows.list();
  }

  open(name: string, attributes: Attributes, offset: number, isEmpty: boolean, written: string): void {
    this.root ??= written;
    if (this.#skipped > 0) {
      this.#skipped += 1;
      if (this.#deaf === 0) this.#openHidden(name, attributes, offset);
      return;
    }
    switch (name) {
      case 'testcase':
        this.#recognize(name, written);
        this.#openCase(attributes, offset, isEmpty);
        break;
      case 'testsuite':
      case 'testsuites':
        this.#recognize(name, written);
        this.#openSuite(name === 'testsuite' ? 'suite' : 'suites', attributes, offset);
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
      case 'properties':
        this.#skipped = 1;
        break;
      case 'system-out':
      case 'system-err':
        this.#skipped = 1;
        this.#deaf = 1;
        break;
      default:
    }
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      if (this.#deaf === this.#skipped) {
        this.#deaf = 0;
        this.#failures.end();
      }
      this.#skipped -= 1;
    } else if (name === 'testcase') {
      const element = this.#elements.pop();
      if (element?.kind === 'case') this.#cases.count(this.#suite, element);
    } else if (name === 'testsuite' || name === 'testsuites') {
      this.#elements.pop();
      const suite = this.#suites.pop();
      if (suite === undefined) return;
      this.#cases.end(suite);
      this.#rows.close(suite, this.#suite);
    }
  }

  text(text: string): void {
    this.#failures.text(text);
  }

  note(note: XmlNote, offset: number): void {
    this.notes.add(note, '', offset);
  }

  get #suite(): OpenSuite {
    return this.#suites.at(-1) ?? this.#suites[0];
  }

  #recognize(name: string, written: string): void {
    if (name === written) this.isJunit = true;
    else this.isLikeJunit = true;
  }

  #openSuite(kind: 'suite' | 'suites', attributes: Attributes, offset: number): void {
    const around = this.#suite;
    if (kind === 'suite') around.hasSuites = true;
    const element = openSuite(kind, attributes, around, offset, this.#time(attributes, offset));
    for (const count of element.declared.ignored) this.notes.add('bad-count', count, offset);
    this.#elements.push(element);
    this.#suites.push(element);
  }

  #openCase(attributes: Attributes, offset: number, isEmpty: boolean): void {
    const suite = this.#suite;
    const time = this.#time(attributes, offset);
    if (time !== undefined) {
      suite.direct.caseTime += time;
      suite.direct.timed += 1;
    }
    const timestamp = attributes.text('timestamp');
    if (timestamp !== undefined) suite.earliest = Math.min(suite.earliest, unixSeconds(timestamp) ?? Number.POSITIVE_INFINITY);
    // Most test cases pass without further information: then their identity does not matter.
    const isPlain = isEmpty && !this.#cases.wantsPassed && statusIn(attributes) === undefined;
    this.#elements.push(isPlain ? plainCase : openCase(attributes, offset));
  }

  #time(attributes: Attributes, offset: number): number | undefined {
    const text = attributes.text('time');
    if (text === undefined) return undefined;
    const time = nanoseconds(text, this.#options.timeUnit);
    if (time === undefined && text.trim() !== '') this.notes.add('bad-time', `time="${text.slice(0, 40)}"`, offset);
    return time;
  }

  /** Inside an element that holds no test cases: a failure that a tool misplaced is still a failure. */
  #openHidden(name: string, attributes: Attributes, offset: number): void {
    if (name === 'failure' || name === 'error') this.#fail(name, attributes, offset);
    else if (name === 'system-out' || name === 'system-err') this.#deaf = this.#skipped;
  }

  #fail(kind: 'failure' | 'error', attributes: Attributes, offset: number): void {
    const element = this.#elements.at(-1);
    // Outside JUnit's own elements the name has another meaning (Checkstyle's <error>).
    if (element === undefined) return;
    this.#skipped ||= 1;
    this.#deaf = this.#skipped;
    const detail = this.#failures.begin(kind, attributes.text('message') ?? attributes.text('type'));
    if (element.kind === 'case') {
      element.signals[kind] = true;
      element[kind] ??= detail;
      return;
    }
    element.direct.total += 1;
    element.direct[kind === 'failure' ? 'failures' : 'errors'] += 1;
    this.notes.add(
      'suite-level-failure',
      `<${kind}> in ${element.name === undefined ? 'an unnamed suite' : element.name.slice(0, 80)}`,
      offset,
    );
    this.names.add('failed', this.#failures.nameOf(element));
    this.#failures.addAtEnd(element);
  }

  #skip(attributes: Attributes): void {
    const element = this.#elements.at(-1);
    if (element?.kind !== 'case') return;
    this.#skipped = 1;
    element.signals.skipped = true;
    if (attributes.text('type')?.toLowerCase() === 'todo') element.signals.todo = true;
  }

  #rerun(isFlaky: boolean): void {
    const element = this.#elements.at(-1);
    if (element?.kind !== 'case') return;
    this.#skipped = 1;
    if (isFlaky) element.signals.flaky += 1;
    else element.signals.rerun = true;
  }
}

export interface CountedDocument extends Omit<CountedFile, 'warnings' | 'modified'> {
  readonly notes: readonly Note[];
}

export type DocumentResult =
  | CountedDocument
  | { readonly kind: 'empty'; readonly bytes: number }
  | { readonly kind: 'broken'; readonly fault: XmlFault }
  /** `root` is the name of its root element, if it is XML at all. */
  | { readonly kind: 'other-format'; readonly root: string | undefined };

/** In constant memory. */
export async function countDocument(reader: Reader, options: CounterOptions, window: Window): Promise<DocumentResult> {
  const source = new Source(reader);
  const counter = new Counter(options);
  let firstByte: number | undefined;
  const peek = (piece: Buffer): void => {
    firstByte ??= piece.find((byte) => !blank.has(byte));
  };
  let fault: XmlFault | undefined;
  try {
    await window.read(source, new Tokenizer(counter, window.names), peek);
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    fault = error;
  }

  if (fault !== undefined) {
    if (firstByte === undefined && !source.isUndecodable) return { kind: 'empty', bytes: source.bytes };
    // Another format may well not be XML; but a document that begins like XML and ends before its root may have been JUnit.
    const isOther =
      !counter.isJunit && !counter.isLikeJunit && (counter.root !== undefined || (firstByte !== undefined && firstByte !== lessThan));
    return isOther ? { kind: 'other-format', root: counter.root } : { kind: 'broken', fault };
  }
  const rows = counter.finish();
  const tests = rows.reduce((sum, row) => sum + row.tally.total, 0);
  // Other formats (Qt, Boost) have <TestCase>: elements in another case than JUnit's count only if they show a failure.
  const isJunit = counter.isJunit || rows.some(({ tally }) => tally.failures + tally.errors > 0);
  // A wrapper around suites is JUnit only if there are tests in them: PHPUnit's configuration also has <testsuite>.
  if (!isJunit || (tests === 0 && !roots.has(counter.root ?? ''))) return { kind: 'other-format', root: counter.root };
  if (tests === 0 && !aboutClass.test(options.fileName)) counter.notes.add('no-tests-in-file');
  if (source.hasInvalidBytes) counter.notes.add('invalid-bytes');
  if (source.oddity !== undefined) counter.notes.add('wrong-encoding', source.oddity);
  return {
    kind: 'counted',
    rows,
    isMerged: counter.isMerged,
    failing: counter.failing,
    flaky: counter.flaky,
    names: counter.names,
    notes: counter.notes.list(),
    bytes: source.bytes,
    sha256: source.sha256(),
  };
}

// Surefire and Ant write a file for each class, also where all tests are in its inner classes.
const aboutClass = /^TEST-.+\.xml$/;
const roots: ReadonlySet<string> = new Set(['testsuites', 'testsuite']);
// White space, NUL and the bytes of byte order marks.
const blank: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff]);
