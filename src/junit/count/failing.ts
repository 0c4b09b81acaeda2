import { basename } from 'node:path/posix';
import { mostFlaky, nameOfTest, type FailingCase, type FlakyCase } from '../../results/index.ts';
import { cut } from '../../text/index.ts';
import { printable } from '../../xml/index.ts';
import type { Detail, OpenCase, OpenSuite } from './open-element.ts';

/** In UTF-16 units. */
const longest = 300;

/** Frameworks write these lines around a failure; none of them explains it. */
const boilerplate: readonly RegExp[] = [
  /^(?:the )?(?:tests?|assertion|spec|case|collection)? ?(?:failed|failure|error)[.!:]?$/i,
  // Go's own lines around the output of a test.
  /^=== (?:RUN|PAUSE|CONT|NAME)\b/,
  /^--- (?:FAIL|PASS|SKIP):/,
  // pytest repeats the source of the test.
  /^(?:async )?def \w+\(/,
  /^@[\w.]+/,
  /^\w+ = <.*>$/,
  /^[-_=~. ]{3,}$/,
  // The name of an exception's class alone, in any language.
  /^(?:[\w$]+(?:\.|::|\\))*[\w$]*(?:Error|Exception|Failure|Failed|Fault)(?: *\[\w+\])?:?$/,
  // Stacks.
  /^at \S/,
  /^File ".*", line \d+/,
  /^Traceback \(most recent call last\):?$/,
  /^thread '.*' (?:\(\d+\) )?panicked at .*$/,
  /^[\w./\\-]+\.\w+:\d+(?::\d+)?:?$/,
  /^\((?:from|in) .*, line \d+\),?$/,
  // PHPUnit begins with the name of the test, Playwright with its place.
  /^[\w\\]+::\w+(?: with data set .*)?$/,
  /─{3,}$/,
];

/**
 * The line that people look for first in a failed test: one line of its message, else of its body, with the expectation or the error. A
 * line that ends with a colon is joined with the next one. If the framework wrote every line, the first one; empty where there is no text.
 */
export function headlineOf(message: string, body: string, name: string): string {
  const lines = [...linesOf(message), ...saidFirst(linesOf(body))];
  const telling = lines.filter((line) => !isName(line, name) && !boilerplate.some((pattern) => pattern.test(line)));
  const [first, second] = telling;
  if (first === undefined) return cut(lines[0] ?? '', longest);
  return cut(first.endsWith(':') && second !== undefined ? `${first} ${second}` : first, longest);
}

function isName(line: string, name: string): boolean {
  return line === name || (name !== '' && line.endsWith(` ${name}`) && /^\S+\.\w+:\d+:\d+ /.test(line));
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r\n|[\r\n]/)
    .map((line) => withoutWrapper(line.trim()))
    .filter((line) => line !== '');
}

/** node:test wraps the thrown error in one of its own. */
function withoutWrapper(line: string): string {
  return line.replace(/^\[?Error \[ERR_TEST_FAILURE\]:? ?(.*?)(?:\] ?\{?)?$/, '$1').replace(/^E {2,}/, 'E   ');
}

/** pytest marks the failed lines with `E`; a stack that Python wrote ends with the error. */
function saidFirst(lines: readonly string[]): readonly string[] {
  const marked = lines.filter((line) => line.startsWith('E   ')).map((line) => line.slice(4).trim());
  if (marked.length > 0) return marked;
  const last = lines.at(-1);
  return lines[0]?.startsWith('Traceback (most recent call last)') === true && last !== undefined ? [last, ...lines] : lines;
}

/** In UTF-16 units. */
const longestMessage = 4000;
/** Before control characters are taken out. */
const longestBody = 4 * longestMessage;
const longestName = 1000;

/** It gathers only the text of the cases that it describes; no other text is read. */
export class FailureLog {
  readonly #source: string;
  readonly #most: number;
  readonly #cases = new Set<FailingCase>();
  readonly #flaky: FlakyCase[] = [];
  #gathering: Detail | undefined;
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

  addFlaky(suite: OpenSuite, { classname, name }: OpenCase): void {
    if (this.#flaky.length >= mostFlaky) return;
    this.#flaky.push({
      suite: this.#nameOf(suite),
      name: cut(name, longestName),
      ...(classname === undefined ? {} : { classname: cut(classname, longestName) }),
      source: this.#source,
    });
  }

  /** For a list of names. */
  nameOf(suite: OpenSuite, test?: OpenCase): string {
    return nameOfTest(this.#nameOf(suite), test);
  }

  /** The same name as that of the suite's row. */
  #nameOf(suite: OpenSuite): string {
    return cut(suite.name ?? basename(this.#source), longestName);
  }
}

/** The file does not hold the words of the compiler. */
const unbuiltHeadline = 'the package does not build: the log of the test step says why';

/** gotestsum writes a package of Go that does not build as a failed test `TestMain` of no class. Returns Go's name for it. */
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
