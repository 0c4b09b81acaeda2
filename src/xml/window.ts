import { setImmediate } from 'node:timers/promises';
import { longestValue } from './attributes.ts';
import { ElementNames } from './element-name.ts';
import type { Source } from './source.ts';
import { XmlFault } from './events.ts';

const usualSize = 256 * 1024;
const largestSize = 16 * 1024 * 1024;
/** How many bytes are read in one turn of the event loop. */
const burst = 32 * 1024 * 1024;

/** The reader of a document out of the window. */
export interface Scanner {
  /** Returns how many bytes of `view` it is done with. `last`: no more will come. Throws `XmlFault`. */
  scan(view: Buffer, last: boolean): number;
  /** Place in the document of the next byte to be scanned. */
  readonly place: number;
  /** Place in `view` of the attribute value that did not end in it and whose rest may be left out, else -1. */
  readonly openValue: number;
  /** Tells that `count` bytes were taken out of the window, all inside that value. */
  dropped(count: number): void;
}

/** The piece of a document that is in memory: filled from the source, emptied by a scanner, used for file after file. */
export class Window {
  #buffer: Buffer<ArrayBuffer>;
  #kept = 0;
  /** Names of elements, the same in file after file. */
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

  /** Reads one piece and scans it; returns how many bytes came, 0 at the end. */
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
