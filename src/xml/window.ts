import { setImmediate } from 'node:timers/promises';
import { Attributes, XmlFault, longestValue, more, readAttributes, type XmlEvents } from './attributes.ts';
import { endsName, greaterThan, lessThan, startsName } from './characters.ts';
import type { Source } from './source.ts';
import { ElementNames, Tokenizer } from './tokenizer.ts';

const usualSize = 256 * 1024;
const largestSize = 16 * 1024 * 1024;
/** Bytes that are read in one turn of the event loop. */
const burst = 32 * 1024 * 1024;

interface Scanner {
  /** Returns how many bytes of `view` it is done with. `last`: no more will come. Throws `XmlFault`. */
  scan(view: Buffer, last: boolean): number;
  readonly place: number;
  /** Place in `view` of the attribute value that did not end in it and whose rest may be left out, else -1. */
  readonly openValue: number;
  /** `count` bytes were taken out of the window, all inside that value. */
  dropped(count: number): void;
}

/** Filled from the source, emptied by a scanner, used for file after file. */
export class Window {
  #buffer: Buffer<ArrayBuffer>;
  #kept = 0;
  /** The same in file after file. */
  readonly names = new ElementNames();

  /** `size`: of the document, where the window is for a small one alone. */
  constructor(size = usualSize) {
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(usualSize, size + 1024));
  }

  /** For another use, while no document is being read. */
  get buffer(): Buffer {
    return this.#buffer;
  }

  /**
   * Reads a document to its end, in constant memory; it holds up the event loop for some 32 MiB at most. `peek` sees each
   * piece before it is scanned. Throws `XmlFault`.
   */
  async read(source: Source, scanner: Scanner, peek?: (piece: Buffer) => void): Promise<void> {
    this.#kept = 0;
    if (this.#buffer.length > usualSize) this.#buffer = Buffer.allocUnsafeSlow(usualSize);
    for (let pause = burst; this.#step(source, scanner, peek) > 0;) {
      if (source.bytes < pause) continue;
      pause += burst;
      await setImmediate();
    }
  }

  /** Returns how many bytes came, 0 at the end. */
  #step(source: Source, scanner: Scanner, peek?: (piece: Buffer) => void): number {
    const count = source.fill(this.#buffer, this.#kept);
    const end = this.#kept + count;
    if (count > 0) peek?.(this.#buffer.subarray(this.#kept, end));
    const consumed = scanner.scan(this.#buffer.subarray(0, end), count === 0);
    this.#buffer.copyWithin(0, consumed, end);
    this.#kept = end - consumed;
    this.#makeRoom(scanner, consumed);
    return count;
  }

  /** For a tag that fills half of the window: one with huge attributes, since text is never kept. */
  #makeRoom(scanner: Scanner, consumed: number): void {
    const valueStart = scanner.openValue - consumed;
    // A few bytes more, so that the cut is seen to part no character.
    const keepTo = valueStart + longestValue + 4;
    if (scanner.openValue >= 0 && this.#kept > keepTo) {
      scanner.dropped(this.#kept - keepTo);
      this.#kept = keepTo;
    }
    if (this.#kept <= this.#buffer.length / 2) return;
    if (this.#buffer.length >= largestSize) throw new XmlFault(`a tag is longer than ${largestSize / 2} bytes`, scanner.place);
    const larger = Buffer.allocUnsafeSlow(this.#buffer.length * 2);
    this.#buffer.copy(larger, 0, 0, this.#kept);
    this.#buffer = larger;
  }
}

export interface ByteEvents extends XmlEvents {
  /**
   * The bytes of `view` from `start` to `end` are read; called in order and without a gap, after the events that they
   * caused. At most one tag ends in them, and then they end with it. `place` is where they begin in the document as UTF-8.
   */
  pass(view: Buffer, start: number, end: number, place: number): void;
}

/**
 * Hands each byte of a document on once. It feeds the tokenizer up to one `>` at a time: that tells where a tag begins but
 * not where it ends; so fed, no two tags end in one call, and what it has read by then ends with the tag.
 */
export class TagSteps implements Scanner {
  readonly #events: ByteEvents;
  readonly #tokenizer: Tokenizer;
  readonly #attributes = new Attributes();
  #place = 0;
  /** No value is cut: every byte is to be handed on. */
  readonly openValue = -1;

  constructor(events: ByteEvents) {
    this.#events = events;
    this.#tokenizer = new Tokenizer(events);
  }

  get place(): number {
    return this.#place;
  }

  dropped(): void {}

  scan(view: Buffer, last: boolean): number {
    let at = 0;
    for (let from = 0; ;) {
      // Where no `<` comes before it, a `>` ends no tag: logs are full of such.
      const begin = view.indexOf(lessThan, at);
      const found = begin < 0 ? -1 : view.indexOf(greaterThan, Math.max(begin, from));
      const stop = found < 0 ? view.length : found + 1;
      const done = this.#tokenizer.scan(view.subarray(at, stop), last && stop === view.length);
      if (done > 0) this.#events.pass(view, at, at + done, this.#place);
      this.#place += done;
      at += done;
      if (found < 0 || (stop === view.length && last)) return at;
      from = at === stop ? stop : Math.max(stop, this.#tagEnd(view, at));
      if (from === view.length && at === from) return at;
    }
  }

  /** Where the start tag at `at` ends whose attributes hold a `>`; without this, it would be read again for each of them. */
  #tagEnd(view: Buffer, at: number): number {
    if (view[at] !== lessThan || startsName[view[at + 1] ?? 0] === 0) return at;
    let nameEnd = at + 1;
    while (nameEnd < view.length && endsName[view[nameEnd] ?? 0] === 0) nameEnd += 1;
    const close = readAttributes(view, nameEnd, this.#attributes);
    return close === more ? view.length : close;
  }
}
