import { longestValue } from './attributes.ts';
import { ElementNames } from './element-name.ts';
import type { Source } from './source.ts';
import type { Tokenizer } from './tokenizer.ts';
import { XmlFault } from './events.ts';

const usualSize = 256 * 1024;
const largestSize = 8 * 1024 * 1024;

/** The piece of a document that is in memory: filled from the source, emptied by the tokenizer, used for file after file. */
export class Window {
  #buffer = Buffer.allocUnsafeSlow(usualSize);
  #kept = 0;
  /** Names of elements, the same in file after file. */
  readonly names = new ElementNames();

  /** For another use, while no document is being read. */
  get buffer(): Buffer {
    return this.#buffer;
  }

  /** Forgets the last document. */
  reset(): void {
    this.#kept = 0;
    if (this.#buffer.length > usualSize) this.#buffer = Buffer.allocUnsafeSlow(usualSize);
  }

  /** Reads one piece and scans it; returns how many bytes came, 0 at the end. `peek` sees them first. */
  step(source: Source, tokenizer: Tokenizer, peek: (piece: Buffer) => void): number {
    const count = source.fill(this.#buffer, this.#kept);
    const end = this.#kept + count;
    if (count > 0) peek(this.#buffer.subarray(this.#kept, end));
    const consumed = tokenizer.scan(this.#buffer.subarray(0, end), count === 0);
    this.#buffer.copyWithin(0, consumed, end);
    this.#kept = end - consumed;
    // A tag that fills half of the window: a huge attribute, since text is never kept.
    if (count > 0 && this.#kept > this.#buffer.length / 2) this.#makeRoom(tokenizer, consumed);
    return count;
  }

  #makeRoom(tokenizer: Tokenizer, consumed: number): void {
    const valueStart = tokenizer.openValue - consumed;
    // A few bytes more, so that the cut is seen to part no character.
    const keepTo = valueStart + longestValue + 4;
    if (tokenizer.openValue >= 0 && this.#kept > keepTo) {
      tokenizer.dropped(this.#kept - keepTo);
      this.#kept = keepTo;
    }
    if (this.#kept <= this.#buffer.length / 2) return;
    if (this.#buffer.length >= largestSize) throw new XmlFault(`a tag is longer than ${largestSize / 2} bytes`, tokenizer.place);
    const larger = Buffer.allocUnsafeSlow(this.#buffer.length * 2);
    this.#buffer.copy(larger, 0, 0, this.#kept);
    this.#buffer = larger;
  }
}
