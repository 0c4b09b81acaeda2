import { basename } from 'node:path/posix';
import { cut } from '../../text/index.ts';
import { mostFlaky, type FailingCase, type FlakyCase } from '../../results/index.ts';
import { headlineOf } from './headline.ts';
import type { Detail, OpenCase, OpenSuite } from './open-element.ts';
import { printable } from '../../xml/index.ts';

/** Longest message of a failing case, in UTF-16 units. */
const longestMessage = 4000;
/** Longest text that is gathered, before control characters are taken out. */
const longestBody = 4 * longestMessage;
const longestName = 1000;

/** Describes the first failing cases and the first flaky ones. It gathers only the text that it needs for this; no other text is read. */
export class FailureLog {
  readonly #source: string;
  readonly #most: number;
  readonly #cases = new Set<FailingCase>();
  readonly #flaky: FlakyCase[] = [];
  #gathering: Detail | undefined;
  /** The suite whose own failure is being gathered. */
  #suite: OpenSuite | undefined;

  constructor(source: string, most: number) {
    this.#source = source;
    this.#most = most;
  }

  get wantsText(): boolean {
    return this.#gathering !== undefined && this.#gathering.body.length < longestBody;
  }

  get cases(): readonly FailingCase[] {
    return [...this.#cases];
  }

  get flaky(): readonly FlakyCase[] {
    return this.#flaky;
  }

  /** A `<failure>` or `<error>` begins; its text goes to `text` until `end`. */
  begin(kind: Detail['kind'], message: string | undefined): Detail | undefined {
    if (this.#cases.size >= this.#most) return undefined;
    this.#gathering = { kind, message: cut(message ?? '', longestMessage), body: '' };
    return this.#gathering;
  }

  text(text: string): void {
    const detail = this.#gathering;
    if (detail !== undefined) detail.body = (detail.body + text).slice(0, longestBody);
  }

  /** The gathered detail belongs to no test case, because its suite failed. */
  addAtEnd(suite: OpenSuite): void {
    this.#suite = suite;
  }

  end(): void {
    const detail = this.#gathering;
    if (detail !== undefined && this.#suite !== undefined) this.add(this.#suite, detail, detail.kind);
    this.#suite = undefined;
    this.#gathering = undefined;
  }

  add(suite: OpenSuite, detail: Detail | undefined, kind: Detail['kind'], test?: OpenCase): FailingCase | undefined {
    if (this.#cases.size >= this.#most) return undefined;
    const suiteName = this.#nameOf(suite);
    const unbuilt = test === undefined ? undefined : unbuiltPackage(test, detail);
    const name = unbuilt ?? cut(test?.name ?? suiteName, longestName);
    const line = /^\s*\d{1,9}\s*$/.test(test?.line ?? '') ? Number(test?.line) : 0;
    const failing: FailingCase = {
      suite: suiteName,
      name,
      ...(test?.classname === undefined ? {} : { classname: cut(test.classname, longestName) }),
      ...(test?.file === undefined ? {} : { file: cut(test.file, longestName) }),
      ...(line === 0 ? {} : { line }),
      ...wordsOf(detail, name),
      ...(unbuilt === undefined ? {} : { headline: unbuiltHeadline }),
      kind,
      source: this.#source,
    };
    this.#cases.add(failing);
    return failing;
  }

  remove(failing: FailingCase): void {
    this.#cases.delete(failing);
  }

  /** A test case passed after a failed attempt. */
  addFlaky(suite: OpenSuite, { classname, name }: OpenCase): void {
    if (this.#flaky.length >= mostFlaky) return;
    this.#flaky.push({
      suite: this.#nameOf(suite),
      name: cut(name, longestName),
      ...(classname === undefined ? {} : { classname: cut(classname, longestName) }),
      source: this.#source,
    });
  }

  /** The same name as that of the suite's row. */
  #nameOf(suite: OpenSuite): string {
    return cut(suite.name ?? basename(this.#source), longestName);
  }
}

/** The file does not hold the words of the compiler. */
const unbuiltHeadline = 'the package does not build: the log of the test step says why';

/** gotestsum writes a package of Go that does not build as a failed test `TestMain` of no class; answers what Go calls it. */
function unbuiltPackage({ classname, name }: OpenCase, detail: Detail | undefined): string | undefined {
  if (name !== 'TestMain' || classname !== undefined) return undefined;
  return /^FAIL\s+\S+ (\[(?:build|setup) failed\])\s*$/m.exec(detail?.body ?? '')?.[1];
}

function wordsOf(detail: Detail | undefined, name: string): Pick<FailingCase, 'headline' | 'message'> {
  if (detail === undefined) return { headline: '', message: '' };
  const message = detail.message.trim();
  const body = printable(detail.body).trim();
  const whole = body === '' ? message : body.includes(message) ? body : `${message}\n${body}`;
  return { headline: headlineOf(message, body, name), message: cut(whole, longestMessage) };
}
