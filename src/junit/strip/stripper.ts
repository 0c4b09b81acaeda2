import { writeSync } from 'node:fs';
import type { StripOptions } from '../../results/index.ts';
import { isSpace, type Attributes, type ByteEvents } from '../../xml/index.ts';
import { statusIn } from '../count/outcome.ts';

const largestBuffer = 64 * 1024;

/** A piece of a file being written. Its end can be taken back: later bytes decide whether a test case stays. */
export class Target {
  readonly #descriptor: number;
  readonly #buffer: Buffer;
  /** The end of the bytes in the file that count; later bytes are written over. */
  #flushed: number;
  #used = 0;

  /** `expected` is about how many bytes will come. */
  constructor(descriptor: number, start: number, expected = largestBuffer) {
    this.#descriptor = descriptor;
    this.#flushed = start;
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(largestBuffer, expected));
  }

  write(from: Buffer, start: number, end: number): void {
    if (this.#used + end - start > this.#buffer.length) this.#flush();
    if (end - start > this.#buffer.length) this.#put(from, start, end);
    else this.#used += from.copy(this.#buffer, this.#used, start, end);
  }

  /** Behind the last byte that is not white space, as far back as the memory goes. */
  get contentEnd(): number {
    let end = this.#used;
    while (isSpace(this.#buffer[end - 1])) end -= 1;
    return this.#flushed + end;
  }

  rewind(place: number): void {
    this.#used = Math.max(0, place - this.#flushed);
    this.#flushed = Math.min(this.#flushed, place);
  }

  /** Returns the place after the rest: later bytes in the file do not belong to it. */
  finish(): number {
    this.#flush();
    return this.#flushed;
  }

  #flush(): void {
    this.#put(this.#buffer, 0, this.#used);
    this.#used = 0;
  }

  #put(from: Buffer, start: number, end: number): void {
    for (let at = start; at < end;) {
      const count = writeSync(this.#descriptor, from, at, end - at, this.#flushed);
      at += count;
      this.#flushed += count;
    }
  }
}

/** Wherever they stand. */
const logs: ReadonlySet<string> = new Set(['system-out', 'system-err', 'properties']);
/** Elements of a test case that did not simply pass. */
const telling: ReadonlySet<string> = new Set([
  'failure',
  'error',
  'skipped',
  'disabled',
  'ignored',
  'flakyFailure',
  'flakyError',
  'rerunFailure',
  'rerunError',
]);

/** Copies a document while its elements go by, and leaves out the parts that the options name. Everything else stays byte for byte. */
export class Stripper implements ByteEvents {
  readonly wantsText = false;
  readonly #target: Target;
  readonly #options: StripOptions;
  readonly #first: (piece: Buffer) => Buffer;
  elements = 0;
  cases = 0;
  /** Depth inside the element that is left out. */
  #cut = 0;
  #wasCut = false;
  /** Place in the next piece of the tag where the omission begins; -1 if none. */
  #cutAt = -1;
  /** Depth inside test cases. */
  #depth = 0;
  #caseAt = -1;
  /** How much of the target stays if the open test case goes. */
  #caseTarget = 0;
  #caseEnds = false;
  #isTelling = false;

  /** `first` may change the document's first piece: its declaration, if it has one. */
  constructor(target: Target, options: StripOptions, first: (piece: Buffer) => Buffer) {
    this.#target = target;
    this.#options = options;
    this.#first = first;
  }

  open(name: string, attributes: Attributes, offset: number): void {
    if (this.#cut > 0) {
      this.#cut += 1;
    } else if (this.#options.logs === 'drop' && logs.has(name)) {
      this.#cut = 1;
      this.#cutAt = offset;
      this.elements += 1;
    } else if (name === 'testcase') {
      this.#depth += 1;
      if (this.#depth === 1) {
        this.#caseAt = offset;
        this.#isTelling = false;
      }
      this.#isTelling ||= statusIn(attributes) !== undefined;
    } else if (telling.has(name)) {
      this.#isTelling = true;
    }
  }

  close(name: string): void {
    if (this.#cut > 0) {
      this.#cut -= 1;
    } else if (name === 'testcase') {
      this.#depth -= 1;
      this.#caseEnds = this.#depth === 0;
    }
  }

  text(): void {}

  note(): void {}

  pass(view: Buffer, start: number, end: number, place: number): void {
    const target = this.#target;
    if (this.#cutAt >= 0) {
      target.write(view, start, start + this.#cutAt - place);
    } else if (this.#caseAt >= 0) {
      const tag = start + this.#caseAt - place;
      target.write(view, start, tag);
      this.#caseTarget = target.contentEnd;
      target.write(view, tag, end);
    } else if (place === 0) {
      const first = this.#first(view.subarray(start, end));
      target.write(first, 0, first.length);
    } else if (!this.#wasCut) {
      target.write(view, start, end);
    }
    if (this.#caseEnds && !this.#isTelling && this.#options.passed === 'drop') {
      target.rewind(this.#caseTarget);
      this.cases += 1;
    }
    this.#wasCut = this.#cut > 0;
    this.#cutAt = -1;
    this.#caseAt = -1;
    this.#caseEnds = false;
  }
}
